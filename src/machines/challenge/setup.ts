import { and, assign, enqueueActions, not, sendTo, setup, stateIn } from 'xstate'
import type {
  AccountStats,
  ChallengeRef,
  ChallengeScore,
  LiveTopic,
  Solved,
} from '../../api/contract.ts'
import { sameChallenge } from '../../domain/challenge.ts'
import type { Facts } from '../../domain/facts.ts'
import type { ParentRef } from '../app/events.ts'
import { celebrationMachine } from '../celebration/machine.ts'
import type { ClockRef } from '../clock/machine.ts'
import { ONCE, SLOW_INTERVAL } from '../constants.ts'
import type { HintReport } from '../hints/events.ts'
import { hintsMachine } from '../hints/machine.ts'
import { instanceMachine } from '../instance/machine.ts'
import type { NewsCame } from '../live/events.ts'
import { createResource } from '../resource/machine.ts'
import type { FlagReport } from '../submission/events.ts'
import { submissionMachine } from '../submission/machine.ts'
import { type DetailAnswer, detailIn } from './detail.ts'
import type { ChallengeEvent, ChallengeParentEvent } from './events.ts'

export interface ChallengeInput {
  readonly id: string
  readonly challenge: ChallengeRef
  readonly clock: ClockRef
  /** A number from 0 to 1. */
  readonly random: () => number
  readonly facts: Facts
  readonly stats: AccountStats | undefined
  readonly parent: ParentRef
}

export interface ChallengeContext {
  readonly input: ChallengeInput
  /** The account's solved flags when the score was last asked for. */
  readonly countedFlags: number | undefined
  /** What all flags were worth in the last detail; undefined if the backend does not say. */
  readonly worth: number | undefined
}

/** In milliseconds. Links to files expire, and authors correct texts. */
const DETAIL_INTERVAL = 10 * 60_000

/** Fetched when it may have changed, and at each interval. */
const resourceInput = (context: ChallengeContext, interval: number) => ({
  clock: context.input.clock,
  random: context.input.random,
  interval,
  startsActive: true,
  subject: context.input.challenge,
})

export const detailInput = (context: ChallengeContext) => resourceInput(context, DETAIL_INTERVAL)
export const solvesInput = (context: ChallengeContext) => ({
  ...resourceInput(context, SLOW_INTERVAL),
  startsActive: false,
})
export const scoreInput = (context: ChallengeContext) => resourceInput(context, ONCE)

export const detailResource = createResource<DetailAnswer>('detail')
/** The accounts that solved all its flags, earliest first. */
export const solvesResource = createResource<readonly Solved[]>('solves')
export const scoreResource = createResource<ChallengeScore>('score')

const detailTopics: readonly string[] = [
  ...(['everything', 'challenges', 'scoreboard'] as const),
  ...(['solve', 'hint', 'firstBlood', 'team'] as const),
] satisfies LiveTopic[]
// An organiser may have moved the user to a team with other environments.
const environmentTopics: readonly string[] = [
  ...(['everything', 'environment', 'team'] as const),
] satisfies LiveTopic[]

const activate = { type: 'resource.activate' } as const
const deactivate = { type: 'resource.deactivate' } as const
const refresh = { type: 'resource.refresh' } as const

const actors = {
  detail: detailResource,
  score: scoreResource,
  instance: instanceMachine,
  submission: submissionMachine,
  hints: hintsMachine,
  celebration: celebrationMachine,
  solves: solvesResource,
}

export const challengeSetup = setup({
  types: {
    context: {} as ChallengeContext,
    events: {} as ChallengeEvent | ChallengeParentEvent | FlagReport | HintReport,
    input: {} as ChallengeInput,
    children: {} as { [N in keyof typeof actors]: N },
  },
  actors,
  actions: {
    countFlags: assign((_, { score }: AccountStats) => ({ countedFlags: score.numSolvedFlags })),
    /** The score is read at once. The stats that include this flag come later. */
    countAcceptedFlag: assign(({ context: { countedFlags } }) => ({
      countedFlags: countedFlags === undefined ? undefined : countedFlags + 1,
    })),
    /** The score is asked for together with the detail that has the new worth. */
    forgetWorth: assign({ worth: undefined }),
    /** Reads the account's points again if all flags are worth something else. */
    followWorth: enqueueActions(({ context, enqueue, self }) => {
      const read = self.getSnapshot().children.detail?.getSnapshot()
      if (!read?.matches({ active: 'ready' })) return
      const detail = read.context.data
      const worth = detailIn(detail)?.points
      if (worth === context.worth) return
      enqueue.assign({ worth })
      if (context.worth !== undefined) enqueue.sendTo('score', refresh)
    }),
    activateDetail: sendTo('detail', activate),
    deactivateDetail: sendTo('detail', deactivate),
    refreshDetail: sendTo('detail', refresh),
    activateSolves: sendTo('solves', activate),
    deactivateSolves: sendTo('solves', deactivate),
    activateScore: sendTo('score', activate),
    deactivateScore: sendTo('score', deactivate),
    refreshScore: sendTo('score', refresh),
    staleDetail: sendTo('detail', { type: 'resource.stale' }),
    staleSolves: sendTo('solves', { type: 'resource.stale' }),
    staleInstance: sendTo('instance', { type: 'instance.stale' }),
    notifyNoDetail: sendTo('instance', { type: 'detail.changed', detail: null }),
    /** Not while it is being read again: the present data may be older than a change. */
    notifyDetailRead: enqueueActions(({ enqueue, self }) => {
      const read = self.getSnapshot().children.detail?.getSnapshot()
      const detail = detailIn(read?.context.data)
      if (!detail || !read?.matches({ active: 'ready' })) return
      enqueue.sendTo('hints', { type: 'detail.read', detail })
      enqueue.sendTo('celebration', { type: 'detail.read', detail })
    }),
    celebrate: sendTo('celebration', { type: 'flag.accepted' }),
    /** Number of solves and first blood, where the backend has them. */
    refreshSolves: enqueueActions(({ enqueue, self }) => {
      const detail = self.getSnapshot().children.detail?.getSnapshot()
      if (detailIn(detail?.context.data)?.solves !== undefined) enqueue.sendTo('detail', refresh)
    }),
    notifyScore: enqueueActions(({ enqueue, self }) => {
      const score = self.getSnapshot().children.score?.getSnapshot().context.data
      enqueue.sendTo('submission', {
        type: 'score.changed',
        solvedFlags: score?.solvedFlags ?? 0,
      })
      if (score) enqueue.sendTo('celebration', { type: 'score.changed', score })
    }),
    notifyChanged: sendTo(({ context }) => context.input.parent, { type: 'account.changed' }),
    notifyCompleted: sendTo(
      ({ context }) => context.input.parent,
      ({ context }) => ({ type: 'challenge.completed', challenge: context.input.challenge }),
    ),
  },
  guards: {
    isScoreMoved: ({ context }, { score }: AccountStats) =>
      score.numSolvedFlags !== context.countedFlags,
    /** Points, solves, hints or texts of this challenge may have changed. */
    concernsDetail: ({ context }, { topic, challenge }: NewsCame) =>
      detailTopics.includes(topic) &&
      (challenge === undefined || sameChallenge(challenge, context.input.challenge)),
    concernsEnvironment: (_, { topic }: NewsCame) => environmentTopics.includes(topic),
    /** No change is in flight, and no score is being checked. */
    isDone: and([
      stateIn({ instance: 'still' }),
      stateIn({ submission: 'still' }),
      stateIn({ hints: 'still' }),
      not(stateIn({ score: 'checking' })),
    ]),
  },
})
