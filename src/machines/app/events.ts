import type { ActorRef, Snapshot } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import type { AnnouncementsMissed } from '../announcements/events.ts'
import type { NewsCame } from '../live/events.ts'
import type { PageChosen } from '../navigation/events.ts'

/** Sent by views. */
export type AppEvent =
  /** Read everything for the first page again, after a failure. */
  { type: 'app.retry' } | PageChosen

/** Sent by the app's children. */
export type ChildEvent =
  /** A change may have changed user, stats or team: read them again. */
  | { type: 'account.changed' }
  | { type: 'challenge.completed'; challenge: ChallengeRef }
  /** The page was left, and no change is in flight any more. */
  | { type: 'challenge.closed'; id: string }
  /** New announcements that the user does not see in this tab. */
  | AnnouncementsMissed
  | PageChosen
  | NewsCame

/** The app, as its children see it. */
export type ParentRef<E extends ChildEvent = ChildEvent> = ActorRef<Snapshot<unknown>, E>
