import { assign, or, sendTo, setup, stateIn } from 'xstate'
import type { AccountStats, ChallengeRef, Instance } from '../../api/contract.ts'
import type { Answer, Failure } from '../answer.ts'
import type { ParentRef } from '../app/events.ts'
import type { ClockRef } from '../clock/machine.ts'
import { BUSY_INTERVAL, POLL_INTERVAL } from '../constants.ts'
import type { PageVisibility } from '../event/events.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { InstanceEvent, InstanceFact, ReadEvent } from './events.ts'
import { isLimitReached, reports, wasProlonged } from './rules.ts'

export interface InstanceInput {
  readonly challenge: ChallengeRef
  readonly clock: ClockRef
  /** A number from 0 to 1; spreads the polls of many participants. */
  readonly random: () => number
  readonly stats: AccountStats | undefined
  readonly parent: ParentRef
}

export interface InstanceContext {
  readonly input: InstanceInput
  readonly stats: AccountStats | undefined
  /** Whether the challenge allows it; null until the challenge is known. */
  readonly isStartAllowed: boolean | null
  /** The last good answer; kept through failures. */
  readonly instance: Instance | null
  /** Server time of the last good answer, in milliseconds since the epoch. */
  readonly updatedAt: number | null
  /** Why the last fetch failed. */
  readonly readFailure: Failure | null
  /** Why the last action failed; kept until the next one. */
  readonly actionFailure: Failure | null
}

type Limit = 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'

/** How long a refused extension is told, in milliseconds. */
const REFUSAL_TIME = 3_000

export const instanceSetup = setup({
  types: {
    context: {} as InstanceContext,
    events: {} as InstanceEvent | InstanceFact | ReadEvent | PageVisibility,
    input: {} as InstanceInput,
    tags: {} as 'changing',
  },
  actors: {
    fetchInstance: unprovidedPromise<Answer<Instance, 'TIME_RESTRICTED'>, ChallengeRef>(
      'fetchInstance',
    ),
    startInstance: unprovidedPromise<Answer<undefined, Limit>, ChallengeRef>('startInstance'),
    prolongInstance: unprovidedPromise<
      Answer<undefined, 'CANNOT_PROLONG_CHALLENGE_INSTANCE'>,
      ChallengeRef
    >('prolongInstance'),
    stopInstance: unprovidedPromise<void, ChallengeRef>('stopInstance'),
    visibility: unprovidedCallback<PageVisibility>('visibility'),
  },
  actions: {
    tellParent: sendTo(({ context }) => context.input.parent, { type: 'account.changed' }),
    forgetFailure: assign({ actionFailure: null }),
    keepFailure: assign((_, actionFailure: Failure) => ({ actionFailure })),
    keepDetail: assign(({ event }) =>
      event.type === 'detail.changed'
        ? { isStartAllowed: event.detail && event.detail.canBeStarted !== false }
        : {},
    ),
    keepStats: assign(({ event }) =>
      event.type === 'stats.changed' ? { stats: event.stats } : {},
    ),
  },
  guards: {
    canStart: ({ context }) =>
      context.isStartAllowed === true && !isLimitReached(context.stats, context.input.challenge),
    isNotRunning: ({ context }) => reports(context.instance, 'not-running'),
    isStarting: ({ context }) => reports(context.instance, 'starting'),
    isRunning: ({ context }) => reports(context.instance, 'running'),
    isToldNoExtension: ({ context, event }) =>
      reports(context.instance, 'running') &&
      event.type === 'read.succeeded' &&
      !wasProlonged(event.before, context.instance),
    isChanging: or([
      stateIn('#startSent'),
      stateIn('#abortSent'),
      stateIn('#extensionSent'),
      stateIn('#stopSent'),
    ]),
    hasNothingToStart: ({ event }) =>
      event.type === 'detail.changed' &&
      (event.detail === null || event.detail.hasEnvironment === false),
  },
  delays: {
    refusalTime: REFUSAL_TIME,
    interval: ({ context }) => {
      const { instance } = context
      const isMoving = reports(instance, 'starting') || reports(instance, 'stopping')
      return (isMoving ? BUSY_INTERVAL : POLL_INTERVAL) * (0.9 + 0.2 * context.input.random())
    },
  },
})
