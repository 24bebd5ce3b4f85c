import { celebrationMachine } from '../../src/machines/celebration/machine.ts'
import { detail, score, stats } from './data.ts'
import { defineModel } from './harness.ts'

export const celebrationModel = defineModel<typeof celebrationMachine>({
  machine: celebrationMachine,
  inputs: [() => ({ stats: undefined })],
  events: {
    'flag.accepted': [{ type: 'flag.accepted' }],
    'score.changed': [{ type: 'score.changed', score: score(2, true) }],
    'stats.changed': [{ type: 'stats.changed', stats: stats([], 2) }],
    'detail.read': [{ type: 'detail.read', detail: { ...detail, solves: 1 } }],
    'page.left': [{ type: 'page.left' }],
  },
  actors: {},
  key: ({ context: { before, now } }) =>
    [before, now].flatMap(({ score: known, stats: account, detail: read }) => [
      known !== undefined,
      account !== undefined,
      read !== undefined,
    ]),
})
