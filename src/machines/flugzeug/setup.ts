import { and, assign, or, raise, sendTo, setup, stateIn } from 'xstate'
import type { Flugzeug, FlugzeugStatus } from '../../api/contract.ts'
import { type Answer, type Failure, failureOf } from '../answer.ts'
import { type ClockRef, serverNow } from '../clock/machine.ts'
import { BUSY_INTERVAL, POLL_INTERVAL, SHAKE_TIME } from '../constants.ts'
import type { PageVisibility } from '../event/events.ts'
import { canUseFlugzeug } from '../facts.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type {
  FlugzeugEvent,
  FlugzeugPageEvent,
  FrameCommand,
  FrameFact,
  ReadEvent,
} from './events.ts'
import { pinnedUrl } from './frame.ts'

export interface FlugzeugInput {
  readonly clock: ClockRef
  /** A number from 0 to 1. */
  readonly random: () => number
}

export interface FlugzeugContext extends FlugzeugInput {
  /** Null: there is no machine, or nobody knows yet. */
  readonly machine: Flugzeug | null
  /** Server time of the last good answer since the page was entered, in milliseconds since the epoch. */
  readonly updatedAt: number | null
  /** Polls since the machine began to start or to stop; picks the waiting text. */
  readonly waitingPolls: number
  /** What the iframe shows; not the newest url, see `pinnedUrl`. Null: there is no iframe. */
  readonly frameUrl: string | null
  /** Why the last fetch failed. */
  readonly readFailure: Failure | null
  /** Why the last change failed; kept until the next one. */
  readonly actionFailure: Failure | null
}

const isWaiting = (status: FlugzeugStatus | undefined) =>
  status === 'provisioning' || status === 'starting' || status === 'stopping'

/**
 * What an action threw, or null where it says only that the machine is not as the page showed it,
 * most likely since an earlier sending of the same request did it already: what is fetched then
 * tells all there is to tell.
 */
export function tellingFailure(error: unknown): Failure | null {
  const failure = failureOf(error)
  return failure.code === 'FLUGZEUG_EXISTS' || failure.code === 'NO_FLUGZEUG' ? null : failure
}

export const flugzeugSetup = setup({
  types: {
    context: {} as FlugzeugContext,
    events: {} as FlugzeugEvent | FlugzeugPageEvent | FrameFact | ReadEvent | PageVisibility,
    input: {} as FlugzeugInput,
    tags: {} as 'changing',
    children: {} as { desktopFrame: 'desktopFrame' },
  },
  actors: {
    /** Null: the call was refused with NO_FLUGZEUG. */
    fetchFlugzeug: unprovidedPromise<Flugzeug | null>('fetchFlugzeug'),
    createFlugzeug: unprovidedPromise<void>('createFlugzeug'),
    startFlugzeug: unprovidedPromise<void>('startFlugzeug'),
    stopFlugzeug: unprovidedPromise<void>('stopFlugzeug'),
    resetFlugzeug: unprovidedPromise<void>('resetFlugzeug'),
    prolongFlugzeug:
      unprovidedPromise<Answer<undefined, 'CANNOT_PROLONG_FLUGZEUG'>>('prolongFlugzeug'),
    visibility: unprovidedCallback<PageVisibility>('visibility'),
    /** Tells `FrameFact`s. */
    desktopFrame: unprovidedCallback<FrameCommand>('desktopFrame'),
  },
  guards: {
    isOpen: stateIn({ page: 'open' }),
    /** What is known was told to this visit of the page. */
    isCurrent: and([
      stateIn({ page: 'open' }),
      ({ context }: { context: FlugzeugContext }) => context.updatedAt !== null,
    ]),
    isEnabled: ({ event }) => event.type === 'facts.changed' && canUseFlugzeug(event.facts),
    isDisabled: ({ event }) => event.type === 'facts.changed' && !canUseFlugzeug(event.facts),
    hasStatus: ({ context }, status: FlugzeugStatus) => context.machine?.status === status,
    hasMachine: ({ context }) => context.machine !== null,
    isResettable: and([
      stateIn({ machine: 'known' }),
      ({ context }: { context: FlugzeugContext }) => context.machine !== null,
    ]),
    isStartAsked: or([
      stateIn({ machine: { changing: 'creating' } }),
      stateIn({ machine: { changing: 'starting' } }),
    ]),
    isResetAsked: stateIn({ question: 'open' }),
    hasFrame: ({ context }) => context.frameUrl !== null,
  },
  delays: {
    pollInterval: ({ context }) =>
      (isWaiting(context.machine?.status) ? BUSY_INTERVAL : POLL_INTERVAL) *
      (0.9 + 0.2 * context.random()),
    retryDelay: POLL_INTERVAL,
    shakeTime: SHAKE_TIME,
  },
  actions: {
    keep: assign(({ context }, machine: Flugzeug | null) => ({
      machine,
      updatedAt: serverNow(context.clock),
      waitingPolls: machine?.status === context.machine?.status ? context.waitingPolls + 1 : 0,
      frameUrl: pinnedUrl(context.frameUrl, machine),
      readFailure: null,
    })),
    tellRead: raise({ type: 'flugzeug.read' }),
    giveTicket: sendTo('desktopFrame', ({ context: { machine, frameUrl } }) => ({
      type: 'ticket.give' as const,
      url: machine?.url ?? frameUrl ?? '',
    })),
    keepRefusal: assign({ actionFailure: { code: 'CANNOT_PROLONG_FLUGZEUG', message: '' } }),
    forgetActionFailure: assign({ actionFailure: null }),
    /** The page begins anew: what was known may be old, and the ticket in its address as well. */
    beginPage: assign({ updatedAt: null, frameUrl: null, readFailure: null, actionFailure: null }),
    dropFrame: assign({ frameUrl: null }),
    toggleFullscreen: sendTo('desktopFrame', { type: 'fullscreen.toggle' }),
    offerFocus: sendTo('desktopFrame', { type: 'focus.offer' }),
    giveFocus: sendTo('desktopFrame', { type: 'focus.give' }),
    takeFocus: sendTo('desktopFrame', { type: 'focus.take' }),
  },
})
