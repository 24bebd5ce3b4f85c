import { and, assign, not, or, sendTo, setup, stateIn } from 'xstate'
import type { Flugzeug, FlugzeugStatus } from '../../api/contract.ts'
import type { Failure } from '../../domain/answer.ts'
import { canUseFlugzeug, type Facts } from '../../domain/facts.ts'
import type { Outcome } from '../change.ts'
import type { ClockRef } from '../clock/machine.ts'
import { SHAKE_TIME } from '../constants.ts'
import { desktopViewMachine } from '../desktop-view/machine.ts'
import { createResource } from '../resource/machine.ts'
import { type Reading, type ReadingEvent, readingActions } from '../resource/reading.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { CreateRefusal, ExtendRefusal, FlugzeugChange, StatusRefusal } from './changes.ts'
import type { FlugzeugEvent, FlugzeugParentEvent, FrameCommand, FrameEvent } from './events.ts'
import { pinnedUrl } from './frame.ts'

export interface FlugzeugInput {
  readonly clock: ClockRef
  /** A number from 0 to 1. */
  readonly random: () => number
}

export interface FlugzeugContext extends FlugzeugInput {
  /** Data null: there is no desktop. `updatedAt` null: no answer since the page was entered. */
  readonly reading: Reading<Flugzeug | null>
  /** Polls since it began to start or to stop; selects the waiting text. */
  readonly waitingPolls: number
  /** What the iframe shows; not the newest url, see `pinnedUrl`. Null: there is no iframe. */
  readonly frameUrl: string | null
  /** Why the last change failed; kept until the next one. */
  readonly changeFailure: Failure | null
}

type Events = FlugzeugEvent | FlugzeugParentEvent | FrameEvent | ReadingEvent

const isWaiting = (status: FlugzeugStatus | undefined) =>
  status === 'provisioning' || status === 'starting' || status === 'stopping'

/** The user's desktop; null: there is none. */
export const remoteDesktopResource = createResource<Flugzeug | null>('remoteDesktop', {
  isMoving: desktop => isWaiting(desktop?.status),
  isAnnounced: () => false,
})

export const flugzeugSetup = setup({
  types: {
    context: {} as FlugzeugContext,
    events: {} as Events,
    input: {} as FlugzeugInput,
    tags: {} as 'changing',
    children: {} as {
      desktopFrame: 'desktopFrame'
      remoteDesktop: 'remoteDesktop'
      desktopView: 'desktopView'
    },
  },
  actors: {
    remoteDesktop: remoteDesktopResource,
    /** The desktop of a team mate, if the page was opened by a link to one. */
    desktopView: desktopViewMachine,
    createFlugzeug: unprovidedPromise<Outcome<undefined, CreateRefusal>, FlugzeugChange>(
      'createFlugzeug',
    ),
    startFlugzeug: unprovidedPromise<Outcome<undefined, StatusRefusal>, FlugzeugChange>(
      'startFlugzeug',
    ),
    stopFlugzeug: unprovidedPromise<Outcome<undefined, StatusRefusal>, FlugzeugChange>(
      'stopFlugzeug',
    ),
    resetFlugzeug: unprovidedPromise<Outcome<undefined, StatusRefusal>, FlugzeugChange>(
      'resetFlugzeug',
    ),
    extendFlugzeug: unprovidedPromise<Outcome<undefined, ExtendRefusal>, FlugzeugChange>(
      'extendFlugzeug',
    ),
    /** Sends `FrameEvent`s. */
    desktopFrame: unprovidedCallback<FrameCommand>('desktopFrame'),
  },
  guards: {
    isOpen: stateIn({ page: 'open' }),
    /** The data was read since the page was entered. */
    isCurrent: and([
      stateIn({ page: 'open' }),
      ({ context }: { context: FlugzeugContext }) => context.reading.updatedAt !== null,
    ]),
    isEnabled: (_, facts: Facts) => canUseFlugzeug(facts),
    isDisabled: (_, facts: Facts) => !canUseFlugzeug(facts),
    hasStatus: ({ context }, status: FlugzeugStatus) => context.reading.data?.status === status,
    hasDesktop: ({ context }) => Boolean(context.reading.data),
    isResettable: and([
      stateIn({ desktop: 'known' }),
      ({ context }: { context: FlugzeugContext }) => Boolean(context.reading.data),
    ]),
    isStartAsked: or([
      stateIn({ desktop: { changing: 'creating' } }),
      stateIn({ desktop: { changing: 'starting' } }),
    ]),
    isResetAsked: stateIn({ question: 'open' }),
    hasFrame: ({ context }) => context.frameUrl !== null,
    isFetching: ({ context }) => context.reading.isFetching,
    /** The page shows the desktop, or the result of a change must be read. */
    isReadingNeeded: not(
      or([
        stateIn({ desktop: 'disabled' }),
        stateIn({ desktop: 'idle' }),
        stateIn({ desktop: { changing: { creating: 'sending' } } }),
        stateIn({ desktop: { changing: { starting: 'sending' } } }),
        stateIn({ desktop: { changing: { stopping: 'sending' } } }),
        stateIn({ desktop: { changing: { resetting: 'sending' } } }),
        stateIn({ desktop: { changing: { extending: 'sending' } } }),
      ]),
    ),
  },
  delays: {
    shakeTime: SHAKE_TIME,
  },
  actions: {
    beginReading: sendTo('remoteDesktop', { type: 'resource.activate' }),
    endReading: sendTo('remoteDesktop', { type: 'resource.deactivate' }),
    readAgain: sendTo('remoteDesktop', { type: 'resource.refresh' }),
    giveTicket: sendTo('desktopFrame', ({ context: { reading, frameUrl } }) => ({
      type: 'ticket.give' as const,
      url: reading.data?.url ?? frameUrl ?? '',
    })),
    keepFailure: assign((_, changeFailure: Failure | null) => ({ changeFailure })),
    forgetFailure: assign({ changeFailure: null }),
    /** The page starts again: its data may be old, and so may the ticket in its address. */
    beginPage: assign(({ context }) => ({
      reading: { ...context.reading, updatedAt: null, failure: null },
      frameUrl: null,
      changeFailure: null,
    })),
    dropFrame: assign({ frameUrl: null }),
    toggleFullscreen: sendTo('desktopFrame', { type: 'fullscreen.toggle' }),
    offerFocus: sendTo('desktopFrame', { type: 'focus.offer' }),
    giveFocus: sendTo('desktopFrame', { type: 'focus.give' }),
    takeFocus: sendTo('desktopFrame', { type: 'focus.take' }),
  },
}).extend({
  actions: readingActions<Flugzeug | null, FlugzeugContext, Events>((before, { data }) => ({
    waitingPolls: data?.status === before.reading.data?.status ? before.waitingPolls + 1 : 0,
    frameUrl: pinnedUrl(before.frameUrl, data ?? null),
  })),
})
