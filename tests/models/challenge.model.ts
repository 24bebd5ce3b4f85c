import { celebrationMachine } from '../../src/machines/celebration/machine.ts'
import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import {
  detailResource,
  scoreResource,
  solvesResource,
} from '../../src/machines/challenge/setup.ts'
import { hintsMachine } from '../../src/machines/hints/machine.ts'
import { instanceMachine } from '../../src/machines/instance/machine.ts'
import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { challengeBehaviour } from './behaviours/challenge.ts'
import { detail, facts, resourceSnapshot, score, stats } from './data.ts'
import { defineModel } from './harness.ts'

const instanceAt = (instance: unknown) =>
  instanceMachine.resolveState({
    value: { instance, reading: 'away' } as never,
    context: {} as never,
  })
const submissionAt = (value: string) =>
  submissionMachine.resolveState({ value, context: {} as never })
const celebrating = celebrationMachine.resolveState({ value: 'celebrating', context: {} as never })
const hintsAt = (value: string) => hintsMachine.resolveState({ value, context: {} as never })

export const challengeModel = defineModel<typeof challengeMachine>({
  machine: challengeMachine,
  inputs: [
    ({ serverClock, random, parent }) => ({
      id: 'challenge:web/cookies',
      challenge: { categorySlug: 'web', challengeSlug: 'cookies' },
      clock: serverClock,
      random,
      facts: facts(),
      stats: undefined,
      parent,
    }),
  ],
  events: {
    'challenge.retry': [{ type: 'challenge.retry' }],
    'page.entered': [{ type: 'page.entered' }],
    'page.left': [{ type: 'page.left' }],
    'stats.changed': [
      { type: 'stats.changed', stats: stats([], 0) },
      { type: 'stats.changed', stats: stats([], 1) },
    ],
    'facts.changed': [{ type: 'facts.changed', facts: facts({ isPaused: true }) }],
    'flag.answered': [{ type: 'flag.answered' }],
    'flag.accepted': [{ type: 'flag.accepted' }],
    'flag.known': [{ type: 'flag.known' }],
    'hint.taken': [{ type: 'hint.taken' }],
    'solves.opened': [{ type: 'solves.opened' }],
    'solves.closed': [{ type: 'solves.closed' }],
    'news.came': [
      { type: 'news.came', topic: 'everything' },
      { type: 'news.came', topic: 'environment' },
      {
        type: 'news.came',
        topic: 'hint',
        challenge: { categorySlug: 'web', challengeSlug: 'other' },
      },
      {
        type: 'news.came',
        topic: 'solve',
        challenge: { categorySlug: 'web', challengeSlug: 'cookies' },
      },
    ],
  },
  actors: {
    detail: {
      answers: true,
      snapshots: [
        resourceSnapshot(detailResource, 'fetching'),
        resourceSnapshot(detailResource, 'ready', { data: detail }),
        resourceSnapshot(detailResource, 'ready', { data: null }),
        resourceSnapshot(detailResource, 'ready', { data: 'locked' }),
        resourceSnapshot(detailResource, 'ready', { data: { ...detail, points: 100, solves: 0 } }),
        resourceSnapshot(detailResource, 'fetching', { data: { ...detail, points: 90 } }),
      ],
      // The last answer stays while it is read again.
      next: Array.from({ length: 6 }, () => [1, 2, 3, 4, 5]),
    },
    score: {
      answers: true,
      snapshots: [
        resourceSnapshot(scoreResource, 'fetching'),
        resourceSnapshot(scoreResource, 'ready', { data: score(0) }),
        resourceSnapshot(scoreResource, 'ready', { data: score(2, true) }),
        resourceSnapshot(scoreResource, 'failed'),
      ],
    },
    instance: {
      snapshots: [instanceAt('unknown'), instanceAt({ notRunning: { requesting: 'sending' } })],
    },
    submission: { snapshots: [submissionAt('open'), submissionAt('submitting')] },
    solves: { snapshots: [resourceSnapshot(solvesResource, 'dormant')] },
    celebration: { snapshots: [celebrating] },
    hints: { snapshots: [hintsAt('idle'), hintsAt('taking')] },
  },
  walkLength: 10,
  walkKey: ({ context: { countedFlags, worth } }) => [countedFlags, worth],
  behaviour: challengeBehaviour,
})
