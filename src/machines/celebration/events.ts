import type { AccountStats, ChallengeDetail, ChallengeScore } from '../../api/contract.ts'

/** Sent by the challenge. */
export type CelebrationParentEvent =
  | { type: 'flag.answered' }
  | { type: 'flag.accepted' }
  | { type: 'score.changed'; score: ChallengeScore }
  | { type: 'stats.changed'; stats: AccountStats }
  /** The challenge has been read, or read again. */
  | { type: 'detail.read'; detail: ChallengeDetail }
  | { type: 'page.left' }
