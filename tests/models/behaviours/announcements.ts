import type { announcementsMachine } from '../../../src/machines/announcements/machine.ts'
import {
  announcementsOf,
  isFresh,
  toastCount,
  toastOf,
  unreadCount,
} from '../../../src/machines/announcements/selectors.ts'
import { announcement } from '../data.ts'
import { behaviourOf } from '../harness/behaviour.ts'
import { type Sight, starts, tells } from '../harness/sights.ts'

type Ids = readonly string[]

const begins = {
  isOn: false,
  /** Whether the browser notifies this user. */
  notifies: true,
  isOpen: false,
  isHidden: false,
  list: null as Ids | null,
  /** What this browser remembers, for all of its tabs. */
  read: [] as Ids,
  shown: [] as Ids,
  /** Announcements that were unread when the page showed them. */
  fresh: [] as Ids,
  /** Announcements that came after the first answer, and were in no toast that has ended. */
  arrived: [] as Ids,
  toast: 'none' as 'none' | 'counting' | 'staying' | 'paused',
  toastEnds: null as number | null,
  notifyAt: null as number | null,
  pollAt: null as number | null,
}
type Known = typeof begins

const TOAST_TIME = 15_000
const NOTIFICATION_DELAY = 1_500
const HIDDEN_INTERVAL = 60_000

const IMPORTANT = 'high'
export const announcementOf = (id: string) => announcement(id, id === IMPORTANT ? 'high' : 'normal')
const names = ['new', IMPORTANT]

const unread = ({ list, read }: Known) => (list ?? []).filter(id => !read.includes(id))
const inToast = (known: Known) => unread(known).filter(id => known.arrived.includes(id))
const isUrgent = (known: Known) => inToast(known).includes(IMPORTANT)
const isShown = ({ toast }: Known) => toast !== 'none'
const united = (ids: Ids, more: Ids) => [...new Set([...ids, ...more])]
const stores = ({ read, shown }: Known): Sight =>
  tells('markStore', { type: 'marks.changed', marks: { read, shown } })

const noToast = { toast: 'none', toastEnds: null } as const
const pause = { toast: 'paused', toastEnds: null } as const
const count = (known: Known, now: number): Partial<Known> =>
  known.isHidden ? pause : { toast: 'counting', toastEnds: now + TOAST_TIME }

/** What follows by itself: the open page marks all as read, and an empty toast disappears. */
function settle(known: Known, now: number): { readonly known: Known; readonly sights: Sight[] } {
  const isSeen = known.isOpen && !known.isHidden && unread(known).length > 0
  const after: Known = isSeen
    ? {
        ...known,
        fresh: [...known.fresh, ...unread(known)],
        read: united(known.read, known.list ?? []),
      }
    : known
  const sights = isSeen ? [stores(after)] : []
  if (isShown(after) && inToast(after).length === 0) {
    return { known: { ...after, ...noToast }, sights }
  }
  const isCalm = after.toast === 'staying' && !isUrgent(after)
  return { known: isCalm ? { ...after, ...count(after, now) } : after, sights }
}

/** Handles an answer: announcements that the last answer did not have arrive. */
function answered(before: Known, list: Ids, now: number): ReturnType<typeof settle> {
  const come = unread({ ...before, list }).filter(id => !(before.list ?? list).includes(id))
  const settled = settle({ ...before, list, arrived: [...come, ...before.arrived] }, now)
  if (come.length === 0) return settled
  const { known, sights } = settled
  const isVisible = !known.isHidden
  const after: Known = {
    ...known,
    shown: isVisible ? united(known.shown, inToast(known)) : known.shown,
    notifyAt: known.isHidden ? (known.notifyAt ?? now + NOTIFICATION_DELAY) : null,
  }
  const toasted =
    inToast(after).length > 0 ? { ...after, ...count(after, now) } : { ...after, ...noToast }
  return { known: toasted, sights: [...sights, ...(isVisible ? [stores(after)] : [])] }
}

/** A sentence about what changes, and what follows. */
const says = <Value>(change: (known: Known, value: Value, now: number) => Partial<Known>) => ({
  see: (known: Known, value: Value, now: number) =>
    settle({ ...known, ...change(known, value, now) }, now).sights,
  learn: (known: Known, value: Value, now: number) =>
    settle({ ...known, ...change(known, value, now) }, now).known,
})
const isOn = (known: Known) => known.isOn
const ids = (answer: { readonly announcements: readonly { readonly id: string }[] } | undefined) =>
  answer?.announcements.map(({ id }) => id)
const missed = (known: Known) => inToast(known).filter(id => !known.shown.includes(id))
const notified = (known: Known) => ({ ...known, shown: united(known.shown, inToast(known)) })

export const announcementsBehaviour = behaviourOf<typeof announcementsMachine, Known>({
  begins,
  sentences: {
    'Only some browsers notify.': {
      on: 'it begins',
      learn: (_, input) => ({ notifies: input === 0 }),
    },
    'Where the backend has announcements, they are read every 10 s, and marks are kept.': {
      on: 'facts.changed',
      if: (known, { facts }) =>
        !known.isOn && facts.isReady && facts.extensions.includes('announcements'),
      see: () => [
        starts('list', { interval: 10_000, startsActive: true }),
        starts('markStore', { userId: 'user' }),
        starts('visibility'),
      ],
      learn: () => ({ isOn: true }),
    },
    'Who asks gets them again.': {
      on: 'resource.refresh',
      if: isOn,
      see: () => [tells('list', 'resource.refresh')],
    },
    'What is new shows as a toast; the open page marks it as read at once.': {
      on: 'list shows',
      if: (known, { context: { data } }) =>
        known.isOn && data !== undefined && String(ids(data)) !== String(known.list),
      see: (known, { context }, now) => answered(known, ids(context.data) ?? [], now).sights,
      learn: (known, { context }, now) => answered(known, ids(context.data) ?? [], now).known,
    },
    'What another tab has read or shown counts here, too.': {
      on: 'marks.loaded',
      ...says<{ marks: Pick<Known, 'read' | 'shown'> }>((_, { marks }) => marks),
    },
    'The page shows what is new, as read.': {
      on: 'page.entered',
      if: isOn,
      ...says<unknown>(() => ({ isOpen: true })),
    },
    'Who comes back sees nothing of it as new.': {
      on: 'page.left',
      if: isOn,
      learn: known => (known.isOpen ? { isOpen: false, fresh: [] } : {}),
    },
    'A hidden tab stops the time of the toast.': {
      on: 'page.hidden',
      if: ({ isHidden }) => !isHidden,
      learn: (known, _, now) => ({
        isHidden: true,
        pollAt: now + HIDDEN_INTERVAL,
        ...(isShown(known) && pause),
      }),
    },
    'In sight again, it counts from the beginning, and nothing is notified.': {
      on: 'page.shown',
      ...says<unknown>((known, _, now) => ({
        isHidden: false,
        pollAt: null,
        notifyAt: null,
        ...(known.toast === 'paused' && count({ ...known, isHidden: false }, now)),
      })),
    },
    'A hidden tab that may notify asks once a minute.': {
      on: 'time',
      due: ({ pollAt }) => pollAt,
      see: ({ notifies }) => (notifies ? [tells('list', 'resource.refresh')] : []),
      learn: (_known, _value, now) => ({ pollAt: now + HIDDEN_INTERVAL }),
    },
    'It notifies after 1.5 s of what no other tab has shown.': {
      on: 'time',
      due: ({ notifyAt }) => notifyAt,
      see: known => [
        ...(missed(known).length > 0
          ? [
              tells('parent', {
                type: 'announcements.missed',
                announcements: missed(known).map(announcementOf),
              }),
            ]
          : []),
        stores(notified(known)),
      ],
      learn: known => ({ ...notified(known), notifyAt: null }),
    },
    'A toast goes after 15 s, an important one stays.': {
      on: 'time',
      due: ({ toastEnds }) => toastEnds,
      learn: known =>
        isUrgent(known) ? { toast: 'staying', toastEnds: null } : { ...noToast, arrived: [] },
    },
    'Who closes the toast has seen it.': {
      on: 'toast.dismissed',
      if: isShown,
      learn: () => ({ ...noToast, arrived: [] }),
    },
    'It stays under the pointer.': { on: 'toast.touched', if: isShown, learn: () => pause },
    'And counts again after it.': {
      on: 'toast.released',
      if: ({ toast }) => toast === 'paused',
      learn: (known, _, now) => count(known, now),
    },
  },
  shows: {
    'the announcements': [
      snapshot => announcementsOf(snapshot)?.map(({ id }) => id) ?? null,
      ({ list }) => list,
    ],
    'how many are unread': [unreadCount, known => unread(known).length],
    'the toast, an important one first': [
      snapshot => toastOf(snapshot)?.id,
      known => {
        const all = isShown(known) ? inToast(known) : []
        return all.includes(IMPORTANT) ? IMPORTANT : all[0]
      },
    ],
    'how many the toast stands for': [
      toastCount,
      known => (isShown(known) ? inToast(known).length : 0),
    ],
    'which are new on the page': [
      snapshot => names.filter(id => isFresh(snapshot, id)),
      ({ fresh }) => names.filter(id => fresh.includes(id)),
    ],
  },
  offers: { 'toast.dismissed': isShown },
})
