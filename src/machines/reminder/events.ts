import type { AccountStats, ChallengeRef, Instance } from '../../api/contract.ts'

/** Sent by views. */
export type ReminderEvent =
  /** Notify by the browser too, or no longer; only after a press, since the browser may ask back. */
  { type: 'notices.switched' }

/** Sent by the app. */
export type ReminderFact =
  | { type: 'stats.changed'; stats: AccountStats }
  /** An action may have moved a stop. */
  | { type: 'account.changed' }

/** Raised by the machine itself, for environments that have not been warned of yet. */
export type StopNears = { type: 'stop.nears'; stops: readonly Stop[] }

/** What one environment is like; null where nobody may ask. */
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

/** Whether the browser notifies: wanted, not wanted, forbidden by its user, or not able to. */
export type NoticeChoice = 'on' | 'off' | 'denied' | 'unsupported'

/** What the browser's notifications are told. */
export type NotifyOf = { type: 'notify'; names: readonly string[] }
