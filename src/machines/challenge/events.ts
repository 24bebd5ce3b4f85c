import type { AccountStats } from '../../api/contract.ts'
import type { Facts } from '../../domain/facts.ts'
import type { NewsCame } from '../live/events.ts'

/** Sent by the page. */
export type ChallengeEvent =
  /** Ask for the challenge and its score now. */
  | { type: 'challenge.retry' }
  /** The list of the accounts that solved it. */
  | { type: 'solves.opened' }
  | { type: 'solves.closed' }

/** Sent by the app. */
export type ChallengeParentEvent =
  | { type: 'page.entered' }
  | { type: 'page.left' }
  | { type: 'stats.changed'; stats: AccountStats }
  | { type: 'facts.changed'; facts: Facts }
  | NewsCame
