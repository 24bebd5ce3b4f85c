import { type ActorRefFrom, assign, not, sendTo, setup } from 'xstate'
import type { DesktopView } from '../../api/contract.ts'
import type { ClockRef } from '../clock/machine.ts'
import { POLL_INTERVAL } from '../constants.ts'
import type { FrameCommand, FrameEvent } from '../flugzeug/events.ts'
import { pinnedPage } from '../flugzeug/frame.ts'
import { createResource } from '../resource/machine.ts'
import {
  nothingRead,
  onReading,
  type Reading,
  type ReadingEvent,
  readingActions,
} from '../resource/reading.ts'
import { unprovidedCallback } from '../unprovided.ts'
import type { DesktopViewEvent, ViewOpened, ViewUsed } from './events.ts'

export interface DesktopViewInput {
  readonly clock: ClockRef
  /** A number from 0 to 1. */
  readonly random: () => number
}

export interface DesktopViewContext extends DesktopViewInput {
  /** The token of the link. Null: there is no link. */
  readonly token: string | null
  /** Data null: this link shows nothing to this user. */
  readonly reading: Reading<DesktopView | null>
  /** What the iframe shows; see `pinnedPage`. */
  readonly frameUrl: string | null
}

type Events = DesktopViewEvent | ViewOpened | FrameEvent | ReadingEvent

/** The desktop of a team mate; null: it is not shared by this link. */
export const sharedDesktopResource = createResource<DesktopView | null>('sharedDesktop', {
  isAnnounced: () => false,
})

const viewSetup = setup({
  types: {
    context: {} as DesktopViewContext,
    events: {} as Events,
    input: {} as DesktopViewInput,
    children: {} as {
      viewFrame: 'viewFrame'
      sharedDesktop: 'sharedDesktop'
      viewStore: 'viewStore'
    },
  },
  actors: {
    /** Reports the link that the tab keeps, and each one that is opened later. */
    viewStore: unprovidedCallback<ViewUsed>('viewStore'),
    sharedDesktop: sharedDesktopResource,
    /** Sends `FrameEvent`s. */
    viewFrame: unprovidedCallback<FrameCommand>('viewFrame'),
  },
  actions: {
    begin: assign((_, token: string) => ({ token, reading: nothingRead, frameUrl: null })),
    forget: assign({ token: null, reading: nothingRead, frameUrl: null }),
    notifyStore: sendTo('viewStore', { type: 'view.used' }),
    readAgain: sendTo('sharedDesktop', { type: 'resource.refresh' }),
    giveTicket: sendTo('viewFrame', ({ context: { reading, frameUrl } }) => ({
      type: 'ticket.give' as const,
      url: reading.data?.url ?? frameUrl ?? '',
    })),
    toggleFullscreen: sendTo('viewFrame', { type: 'fullscreen.toggle' }),
    takeFocus: sendTo('viewFrame', { type: 'focus.take' }),
  },
  guards: { isShown: ({ context }) => context.frameUrl !== null },
}).extend({
  actions: readingActions<DesktopView | null, DesktopViewContext, Events>((before, { data }) => ({
    frameUrl: pinnedPage(before.frameUrl, data?.url ?? null),
  })),
})

/** Watching the desktop of a team mate, by a link. */
export const desktopViewMachine = viewSetup.createMachine({
  id: 'desktop-view',
  context: ({ input }) => ({ ...input, token: null, reading: nothingRead, frameUrl: null }),
  invoke: { src: 'viewStore', id: 'viewStore' },
  on: {
    'view.opened': {
      target: '.watching',
      actions: { type: 'begin', params: ({ event }) => event.token },
    },
    'view.leave': { target: '.none', actions: ['forget', 'notifyStore'] },
  },
  initial: 'none',
  states: {
    none: {},
    watching: {
      invoke: {
        src: 'sharedDesktop',
        id: 'sharedDesktop',
        input: ({ context: { clock, random, token } }) => ({
          clock,
          random,
          interval: POLL_INTERVAL,
          startsActive: true,
          subject: { token: token ?? '' },
        }),
        onSnapshot: onReading<DesktopView | null>(),
      },
      initial: 'loading',
      states: {
        loading: {
          on: {
            'read.succeeded': [{ guard: 'isShown', target: 'shown' }, { target: '#gone' }],
            'read.failed': 'failed',
          },
        },
        failed: {
          on: {
            'read.succeeded': [{ guard: 'isShown', target: 'shown' }, { target: '#gone' }],
            'view.retry': { actions: 'readAgain' },
          },
        },
        shown: {
          invoke: { src: 'viewFrame', id: 'viewFrame' },
          on: {
            'read.succeeded': { guard: not('isShown'), target: '#gone' },
            'desktop.ended': { actions: 'readAgain' },
            'focus.left': { actions: 'takeFocus' },
            'fullscreen.toggle': { actions: 'toggleFullscreen' },
          },
          initial: 'served',
          states: {
            served: {
              on: { 'desktop.ticketRequested': { target: 'waiting', actions: 'readAgain' } },
            },
            waiting: {
              on: {
                'read.succeeded': { guard: 'isShown', target: 'served', actions: 'giveTicket' },
              },
            },
          },
        },
      },
    },
    // A link that has ended never works again, so the next page begins with the user's own desktop.
    gone: { id: 'gone', entry: 'notifyStore' },
  },
})

export type DesktopViewRef = ActorRefFrom<typeof desktopViewMachine>
