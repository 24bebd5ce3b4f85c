import type { AccountStats } from '../../api/contract.ts'

/** Sent by the page. */
export type ChallengeEvent =
  /** Ask for the challenge and its score now. */
  { type: 'challenge.retry' }

/** Sent by the app. */
export type ChallengeFact =
  | { type: 'page.entered' }
  | { type: 'page.left' }
  | { type: 'stats.changed'; stats: AccountStats }
