import { copyMachine } from '../../src/machines/copy/machine.ts'
import { defineModel } from './harness.ts'

export const copyModel = defineModel<typeof copyMachine>({
  machine: copyMachine,
  inputs: [() => undefined],
  events: { 'copy.requested': [{ type: 'copy.requested', id: 'user', text: 'ada' }] },
  actors: { writeClipboard: { done: [undefined] } },
})
