import { hintsMachine } from '../../src/machines/hints/machine.ts'
import { challenge, failed, found, neverRejects, refused } from './data.ts'
import { defineModel } from './harness.ts'

export const hintsModel = defineModel<typeof hintsMachine>({
  machine: hintsMachine,
  inputs: [({ parent }) => ({ challenge, parent })],
  events: {
    'hint.requested': [{ type: 'hint.requested', hintId: 'h1' }],
    'hint.confirmed': [{ type: 'hint.confirmed' }],
    'hint.cancelled': [{ type: 'hint.cancelled' }],
    'detail.read': [{ type: 'detail.read' }],
    'page.left': [{ type: 'page.left' }],
  },
  actors: {
    takeHint: {
      error: neverRejects,
      done: [
        { is: 'done', data: { id: 'h1', cost: 50, text: 'Look up.' } },
        found,
        refused('TIME_RESTRICTED'),
        failed,
      ],
    },
  },
})
