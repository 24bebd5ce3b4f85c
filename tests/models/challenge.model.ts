import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import { detailResource, scoreResource } from '../../src/machines/challenge/setup.ts'
import { instanceMachine } from '../../src/machines/instance/machine.ts'
import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { detail, resourceSnapshot, score, stats } from './data.ts'
import { defineModel } from './harness.ts'

const instanceAt = (environment: unknown) =>
  instanceMachine.resolveState({
    value: { environment, reading: 'away' } as never,
    context: {} as never,
  })
const submissionAt = (value: string) =>
  submissionMachine.resolveState({ value, context: {} as never })

export const challengeModel = defineModel<typeof challengeMachine>({
  machine: challengeMachine,
  inputs: [
    ({ serverClock, random, parent }) => ({
      id: 'challenge:web/cookies',
      challenge: { categorySlug: 'web', challengeSlug: 'cookies' },
      clock: serverClock,
      random,
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
    'flag.accepted': [{ type: 'flag.accepted' }],
    'flag.known': [{ type: 'flag.known' }],
  },
  actors: {
    detail: {
      snapshots: [
        resourceSnapshot(detailResource, 'fetching'),
        resourceSnapshot(detailResource, 'ready', { data: detail }),
        resourceSnapshot(detailResource, 'ready', { data: null }),
      ],
    },
    score: {
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
  },
  key: ({ context }) => Math.min(context.countedFlags ?? -1, 2),
})
