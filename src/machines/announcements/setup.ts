import { assign, enqueueActions, sendTo, setup, stateIn } from 'xstate'
import type { Announcement, Announcements } from '../../api/contract.ts'
import { hasExtension } from '../../domain/extensions.ts'
import type { Facts } from '../../domain/facts.ts'
import type { ParentRef } from '../app/events.ts'
import type { ClockRef } from '../clock/machine.ts'
import type { PageVisibility } from '../page-visibility.ts'
import { createResource } from '../resource/machine.ts'
import { unprovidedCallback } from '../unprovided.ts'
import type {
  AnnouncementsEvent,
  AnnouncementsParentEvent,
  Arrived,
  Marks,
  MarksChanged,
  MarksLoaded,
} from './events.ts'
import { type AnnouncementsData, newOf, unreadOf } from './unread.ts'

export const listResource = createResource<Announcements>('announcementList')

export interface AnnouncementsInput {
  readonly clock: ClockRef
  /** A number from 0 to 1. */
  readonly random: () => number
  readonly parent: ParentRef
  /** Known once the facts are ready. */
  readonly userId: () => string
  /** Whether the browser notifies this user. */
  readonly isNotifying: () => boolean
}

export interface AnnouncementsContext extends AnnouncementsData {
  readonly input: AnnouncementsInput
  /** The ids of announcements that were unread when the page showed them, until the page is left. */
  readonly fresh: readonly string[]
}

/** How long a toast stays, in milliseconds. An important one stays until the user closes it. */
const TOAST_TIME = 15_000
/**
 * Milliseconds between two polls of a hidden tab that may notify. Other hidden tabs do not ask. Browsers
 * run the timers of hidden tabs once a minute.
 */
const HIDDEN_INTERVAL = 60_000
/** Milliseconds before a hidden tab notifies: a visible tab may show the same announcement. */
const NOTIFICATION_DELAY = 1_500
/** How many ids are stored at most. */
const MAX_MARKS = 500

const united = (ids: readonly string[], more: readonly Announcement[]) =>
  [...new Set([...ids, ...more.map(({ id }) => id)])].slice(-MAX_MARKS)

export const announcementsSetup = setup({
  types: {
    context: {} as AnnouncementsContext,
    events: {} as
      | AnnouncementsEvent
      | AnnouncementsParentEvent
      | MarksLoaded
      | Arrived
      | PageVisibility,
    input: {} as AnnouncementsInput,
    children: {} as { list: 'list'; markStore: 'markStore' },
  },
  actors: {
    list: listResource,
    markStore: unprovidedCallback<MarksChanged, { userId: string }>('markStore'),
    visibility: unprovidedCallback<PageVisibility>('visibility'),
  },
  actions: {
    /** Keeps an answer. Announcements that the last answer did not have count as arrived. */
    keepList: enqueueActions(({ context, enqueue }, answer: Announcements | undefined) => {
      const list = answer?.announcements
      if (list === undefined || list === context.list) return
      const known = context.list ?? list
      const isNew = ({ id }: Announcement) => !known.some(one => one.id === id)
      const arrived = unreadOf({ ...context, list }).filter(isNew)
      enqueue.assign({ list, arrived: united([], arrived).concat(context.arrived) })
      if (arrived.length > 0) enqueue.raise({ type: 'announcements.arrived' })
    }),
    keepMarks: assign((_, marks: Marks) => ({ marks })),
    markRead: assign(({ context }) => ({
      marks: { ...context.marks, read: united(context.marks.read, context.list ?? []) },
      fresh: [...context.fresh, ...unreadOf(context).map(({ id }) => id)],
    })),
    markShown: assign(({ context }) => ({
      marks: { ...context.marks, shown: united(context.marks.shown, newOf(context)) },
    })),
    storeMarks: sendTo('markStore', ({ context: { marks } }) => ({ type: 'marks.changed', marks })),
    forgetArrived: assign({ arrived: [] }),
    forgetFresh: assign({ fresh: [] }),
    refresh: sendTo('list', { type: 'resource.refresh' }),
    /** Leaves out what another tab has shown. */
    notify: enqueueActions(({ context, enqueue }) => {
      const announcements = newOf(context).filter(({ id }) => !context.marks.shown.includes(id))
      if (announcements.length === 0) return
      enqueue.sendTo(context.input.parent, { type: 'announcements.missed', announcements })
    }),
  },
  guards: {
    isOffered: (_, facts: Facts) => facts.isReady && hasExtension(facts, 'announcements'),
    isHidden: stateIn('#tabHidden'),
    hasUnread: ({ context }) => unreadOf(context).length > 0,
    isImportant: ({ context }) => newOf(context).some(one => one.importance === 'high'),
    isNothingNew: ({ context }) => newOf(context).length === 0,
    isNotifying: ({ context }) => context.input.isNotifying(),
  },
  delays: {
    toastTime: TOAST_TIME,
    hiddenInterval: HIDDEN_INTERVAL,
    notificationDelay: NOTIFICATION_DELAY,
  },
})
