import { assign, or, sendTo, setup, stateIn } from 'xstate'
import type { AccountStats, ChallengeDetail, ChallengeRef, Instance } from '../../api/contract.ts'
import type { Failure } from '../../domain/answer.ts'
import type { Facts } from '../../domain/facts.ts'
import type { ParentRef } from '../app/events.ts'
import type { Outcome } from '../change.ts'
import type { ClockRef } from '../clock/machine.ts'
import { createResource } from '../resource/machine.ts'
import { type Reading, type ReadingEvent, readingActions } from '../resource/reading.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { ExtendRefusal, InstanceChange, StartRefusal } from './changes.ts'
import type { InstanceEvent, InstanceParentEvent } from './events.ts'
import { hasEnvironment, isLimitReached, reports } from './rules.ts'

export interface InstanceInput {
  readonly challenge: ChallengeRef
  readonly clock: ClockRef
  /** A number from 0 to 1; spreads the polls of many participants. */
  readonly random: () => number
  readonly facts: Facts
  readonly stats: AccountStats | undefined
  readonly parent: ParentRef
}

export interface InstanceContext {
  readonly input: InstanceInput
  readonly facts: Facts
  readonly stats: AccountStats | undefined
  /** Undefined until the challenge is known; null if there is no such challenge. */
  readonly canBeStarted: boolean | null | undefined
  readonly reading: Reading<Instance | null>
  /** Why the last change failed; kept until the next one. */
  readonly changeFailure: Failure | null
}

type Events = InstanceEvent | InstanceParentEvent | ReadingEvent

/** How long a refused extension is shown, in milliseconds. */
const REFUSAL_TIME = 3_000

/** The environment at the server; null outside of play time. */
export const instanceResource = createResource<Instance | null>('instanceResource', {
  isMoving: instance => reports(instance, 'starting') || reports(instance, 'stopping'),
})

export const instanceSetup = setup({
  types: {
    context: {} as InstanceContext,
    events: {} as Events,
    input: {} as InstanceInput,
    tags: {} as 'changing',
    children: {} as { instance: 'instance' },
  },
  actors: {
    instance: instanceResource,
    startInstance: unprovidedPromise<Outcome<undefined, StartRefusal>, InstanceChange>(
      'startInstance',
    ),
    extendInstance: unprovidedPromise<Outcome<undefined, ExtendRefusal>, InstanceChange>(
      'extendInstance',
    ),
    stopInstance: unprovidedPromise<Outcome<undefined, never>, InstanceChange>('stopInstance'),
  },
  actions: {
    beginReading: sendTo('instance', { type: 'resource.activate' }),
    endReading: sendTo('instance', { type: 'resource.deactivate' }),
    readAgain: sendTo('instance', { type: 'resource.refresh' }),
    readNews: sendTo('instance', { type: 'resource.stale' }),
    notifyParent: sendTo(({ context }) => context.input.parent, { type: 'account.changed' }),
    forgetFailure: assign({ changeFailure: null }),
    keepFailure: assign((_, changeFailure: Failure | null) => ({ changeFailure })),
    keepDetail: assign((_, detail: ChallengeDetail | null) => ({
      canBeStarted: detail && detail.canBeStarted !== false,
    })),
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    keepStats: assign((_, stats: AccountStats) => ({ stats })),
  },
  guards: {
    canStart: ({ context }) =>
      context.canBeStarted === true &&
      !context.facts.isPaused &&
      !isLimitReached(context.stats, context.input.challenge),
    isNotRunning: ({ context }) => reports(context.reading.data, 'not-running'),
    isStarting: ({ context }) => reports(context.reading.data, 'starting'),
    isRunning: ({ context }) => reports(context.reading.data, 'running'),
    isChanging: or([
      stateIn('#sendingStart'),
      stateIn('#sendingAbort'),
      stateIn('#sendingExtension'),
      stateIn('#sendingStop'),
    ]),
    hasEnvironment: (_, detail: ChallengeDetail | null) => hasEnvironment(detail),
    hasNoEnvironment: (_, detail: ChallengeDetail | null) => !hasEnvironment(detail),
  },
  delays: {
    refusalTime: REFUSAL_TIME,
  },
}).extend({ actions: readingActions<Instance | null, InstanceContext, Events>() })
