import type { ActorRef, Snapshot } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import type { Path } from '../../domain/path.ts'

/** Sent by views. */
export type AppEvent =
  /** Ask again for everything that the first screen needs, after it failed. */
  { type: 'app.retry' }

/** Sent by the app's children. */
export type ChildEvent =
  /** An action changed what user, stats or team answer: fetch them again. */
  | { type: 'account.changed' }
  | { type: 'challenge.completed'; challenge: ChallengeRef }
  /** The page was left and nothing is in flight any more. */
  | { type: 'challenge.closed'; id: string }
  /** The user picked another page without a link. */
  | { type: 'page.chosen'; path: Path }

/** The app, as its children see it. */
export type ParentRef<E extends ChildEvent = ChildEvent> = ActorRef<Snapshot<unknown>, E>
