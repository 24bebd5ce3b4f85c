import { schemeMachine } from '../../src/machines/scheme/machine.ts'
import { schemeBehaviour } from './behaviours/shell/scheme.ts'
import { defineModel } from './harness.ts'

export const schemeModel = defineModel<typeof schemeMachine>({
  machine: schemeMachine,
  inputs: [() => ({ stored: null }), () => ({ stored: 'dark' }), () => ({ stored: 'pink' })],
  events: {
    'scheme.changed': [
      { type: 'scheme.changed', scheme: 'dark' },
      { type: 'scheme.changed', scheme: 'light' },
    ],
  },
  actors: { apply: { done: [undefined] } },
  behaviour: schemeBehaviour,
})
