import { schemeMachine } from '../../src/machines/scheme/machine.ts'
import { defineModel } from './harness.ts'

export const schemeModel = defineModel<typeof schemeMachine>({
  machine: schemeMachine,
  inputs: [() => ({ stored: null })],
  events: { 'scheme.changed': [{ type: 'scheme.changed', scheme: 'dark' }] },
  actors: { apply: { done: [undefined] } },
})
