import type { Announcement } from '../../api/contract.ts'
import type { Facts } from '../../domain/facts.ts'

/** Sent by views. */
export type AnnouncementsEvent =
  | { type: 'toast.dismissed' }
  /** The pointer or the focus is on the toast: it stays. */
  | { type: 'toast.touched' }
  | { type: 'toast.released' }

/** Sent by the app. */
export type AnnouncementsParentEvent =
  | { type: 'facts.changed'; facts: Facts }
  | { type: 'page.entered' }
  | { type: 'page.left' }
  /** Read the list again. */
  | { type: 'resource.refresh' }

/** What this browser remembers of a user's announcements, for all of its tabs. */
export interface Marks {
  /** The ids of announcements that the user has seen on their page. */
  readonly read: readonly string[]
  /** The ids of announcements that a toast or a notification has shown. */
  readonly shown: readonly string[]
}

/** Sent by the browser: once at the start, and after each change in another tab. */
export type MarksLoaded = { type: 'marks.loaded'; marks: Marks }
/** Sent to the browser. */
export type MarksChanged = { type: 'marks.changed'; marks: Marks }

/** Raised by the machine itself: the list has new announcements. */
export type Arrived = { type: 'announcements.arrived' }

/** Asks the app to show these as notifications of the browser, if the user wants that. */
export type AnnouncementsMissed = {
  type: 'announcements.missed'
  announcements: readonly Announcement[]
}
