import { celebrationMachine } from '../../src/machines/celebration/machine.ts'
import { celebrationBehaviour } from './behaviours/celebration.ts'
import { detail, score, stats, timestamp } from './data.ts'
import { defineModel } from './harness.ts'

const by = (accountId: string) => ({ accountId, displayName: accountId, time: timestamp(0) })
const ranked = (solved: number, rank: number) => {
  const known = stats([], solved)
  return {
    type: 'stats.changed' as const,
    stats: { ...known, score: { ...known.score, rank } },
  }
}

export const celebrationModel = defineModel<typeof celebrationMachine>({
  machine: celebrationMachine,
  inputs: [() => ({ stats: undefined })],
  events: {
    'flag.answered': [{ type: 'flag.answered' }],
    'flag.accepted': [{ type: 'flag.accepted' }],
    'score.changed': [
      { type: 'score.changed', score: { ...score(1), points: 30 } },
      { type: 'score.changed', score: { ...score(2, true), points: 100 } },
    ],
    'stats.changed': [ranked(1, 5), ranked(2, 3)],
    'detail.read': [
      { type: 'detail.read', detail: { ...detail, solves: 1, firstBlood: by('account') } },
      { type: 'detail.read', detail: { ...detail, solves: 1, firstBlood: by('others') } },
    ],
    'page.left': [{ type: 'page.left' }],
  },
  actors: {},
  key: ({ context: { before, now } }) =>
    [before, now].flatMap(({ score: known, stats: account, detail: read }) => [
      known !== undefined,
      account !== undefined,
      read !== undefined,
    ]),
  walkKey: ({ context: { before, now } }) =>
    [before, now].flatMap(({ score: known, stats: account, detail: read }) => [
      known?.solvedFlags,
      account?.score.rank,
      read?.firstBlood?.accountId,
    ]),
  walkLength: 2,
  behaviour: celebrationBehaviour,
})
