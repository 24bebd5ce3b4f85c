import type { AccountStats, Announcement, ChallengeRef, Instance } from '../../api/contract.ts'
import type { AnnouncementsMissed } from '../announcements/events.ts'

/** Sent by views. */
export type ReminderEvent =
  /** Switch the browser's notifications. Only after a click, since the browser may ask the user. */
  { type: 'notifications.switched' }

/** Sent by the app. */
export type ReminderParentEvent =
  | { type: 'stats.changed'; stats: AccountStats }
  /** A change may have moved a stop. */
  | { type: 'account.changed' }
  | AnnouncementsMissed

/** Raised by the machine itself, for environments that have not been warned of yet. */
export type StopNears = { type: 'stop.neared'; stops: readonly Stop[] }

/** One environment; null if the user may not read it. */
export interface ReportedInstance {
  readonly challenge: ChallengeRef
  readonly instance: Instance | null
}

/** An environment that will be stopped. */
export interface Stop {
  readonly challenge: ChallengeRef
  /** ISO 8601. */
  readonly time: string
}

/** Whether the browser notifies: wanted, not wanted, forbidden by its user, or not possible. */
export type NotificationChoice = 'on' | 'off' | 'denied' | 'unsupported'

/** Sent to the browser's notifications. */
export type NotifyOf =
  | { type: 'notify.stops'; names: readonly string[] }
  | { type: 'notify.announcements'; announcements: readonly Announcement[] }
