import { copyMachine } from '../../src/machines/copy/machine.ts'
import { copyBehaviour } from './behaviours/shell/copy.ts'
import { defineModel } from './harness.ts'

export const copyModel = defineModel<typeof copyMachine>({
  machine: copyMachine,
  inputs: [() => undefined],
  events: {
    'copy.requested': [
      { type: 'copy.requested', id: 'user', text: 'ada' },
      { type: 'copy.requested', id: 'token', text: 'secret' },
    ],
  },
  actors: { writeClipboard: { done: [undefined] } },
  behaviour: copyBehaviour,
})
