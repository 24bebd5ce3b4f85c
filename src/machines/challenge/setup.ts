import { and, assign, not, sendTo, setup, stateIn } from 'xstate'
import type {
  AccountStats,
  ChallengeDetail,
  ChallengeRef,
  ChallengeScore,
} from '../../api/contract.ts'
import type { ParentRef } from '../app/events.ts'
import type { ClockRef } from '../clock/machine.ts'
import { instanceMachine } from '../instance/machine.ts'
import { createResource } from '../resource/machine.ts'
import type { FlagNews } from '../submission/events.ts'
import { submissionMachine } from '../submission/machine.ts'
import type { ChallengeEvent, ChallengeFact } from './events.ts'

export interface ChallengeInput {
  readonly id: string
  readonly challenge: ChallengeRef
  readonly clock: ClockRef
  /** A number from 0 to 1. */
  readonly random: () => number
  readonly stats: AccountStats | undefined
  readonly parent: ParentRef
}

export interface ChallengeContext {
  readonly input: ChallengeInput
  /** The account's solved flags when the score was last asked for. */
  readonly countedFlags: number | undefined
}

/** In milliseconds. Links to files expire, and authors correct texts. */
const DETAIL_INTERVAL = 10 * 60_000

/** Fetched when it may have changed, and after each interval. */
const resourceInput = (context: ChallengeContext, interval: number) => ({
  clock: context.input.clock,
  random: context.input.random,
  interval,
  startsActive: true,
  challenge: context.input.challenge,
})

export const detailInput = (context: ChallengeContext) => resourceInput(context, DETAIL_INTERVAL)
export const scoreInput = (context: ChallengeContext) =>
  resourceInput(context, Number.POSITIVE_INFINITY)

/** Null: there is no such challenge. */
export const detailResource = createResource<ChallengeDetail | null>('detail')
export const scoreResource = createResource<ChallengeScore>('score')

const activate = { type: 'resource.activate' } as const
const deactivate = { type: 'resource.deactivate' } as const
const refresh = { type: 'resource.refresh' } as const

export const challengeSetup = setup({
  types: {
    context: {} as ChallengeContext,
    events: {} as ChallengeEvent | ChallengeFact | FlagNews,
    input: {} as ChallengeInput,
    children: {} as {
      detail: 'detail'
      score: 'score'
      instance: 'instance'
      submission: 'submission'
    },
  },
  actors: {
    detail: detailResource,
    score: scoreResource,
    instance: instanceMachine,
    submission: submissionMachine,
  },
  actions: {
    countFlags: assign(({ event }) =>
      event.type === 'stats.changed' ? { countedFlags: event.stats.score.numSolvedFlags } : {},
    ),
    /** The score is asked for at once. The stats with this flag come later. */
    countAcceptedFlag: assign(({ context: { countedFlags } }) => ({
      countedFlags: countedFlags === undefined ? undefined : countedFlags + 1,
    })),
    activateDetail: sendTo('detail', activate),
    deactivateDetail: sendTo('detail', deactivate),
    refreshDetail: sendTo('detail', refresh),
    activateScore: sendTo('score', activate),
    deactivateScore: sendTo('score', deactivate),
    refreshScore: sendTo('score', refresh),
    tellScore: sendTo('submission', ({ self }) => ({
      type: 'score.changed',
      solvedFlags: self.getSnapshot().children.score?.getSnapshot().context.data?.solvedFlags ?? 0,
    })),
    tellChanged: sendTo(({ context }) => context.input.parent, { type: 'account.changed' }),
    tellCompleted: sendTo(
      ({ context }) => context.input.parent,
      ({ context }) => ({ type: 'challenge.completed', challenge: context.input.challenge }),
    ),
  },
  guards: {
    isScoreMoved: ({ context, event }) =>
      event.type === 'stats.changed' && event.stats.score.numSolvedFlags !== context.countedFlags,
    /** No change is in flight, and no score is being checked. */
    isDone: and([
      stateIn({ instance: 'still' }),
      stateIn({ submission: 'still' }),
      not(stateIn({ score: 'checking' })),
    ]),
  },
})
