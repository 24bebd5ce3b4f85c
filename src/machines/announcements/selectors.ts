import type { SnapshotFrom } from 'xstate'
import type { Announcement } from '../../api/contract.ts'
import type { announcementsMachine } from './machine.ts'
import { newOf, unreadOf } from './unread.ts'

type Snapshot = SnapshotFrom<typeof announcementsMachine>

/** Newest first; undefined before the first answer. */
export const announcementsOf = (snapshot: Snapshot) => snapshot.context.list
export const unreadCount = (snapshot: Snapshot) => unreadOf(snapshot.context).length
/** Whether it was unread when the page showed it. */
export const isFresh = (snapshot: Snapshot, id: string) => snapshot.context.fresh.includes(id)

const isToastShown = (snapshot: Snapshot) => snapshot.matches({ on: { toast: 'shown' } })

/** The announcement of the toast, an important one first; undefined while there is none. */
export function toastOf(snapshot: Snapshot): Announcement | undefined {
  if (!isToastShown(snapshot)) return undefined
  const all = newOf(snapshot.context)
  return all.find(one => one.importance === 'high') ?? all[0]
}

/** How many the toast stands for. */
export const toastCount = (snapshot: Snapshot) =>
  isToastShown(snapshot) ? newOf(snapshot.context).length : 0

/** The resource that reads the list; undefined while the backend has none. */
export const listOf = (snapshot: Snapshot) => snapshot.children.list
