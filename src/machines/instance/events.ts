import type { AccountStats, ChallengeDetail } from '../../api/contract.ts'
import type { Facts } from '../../domain/facts.ts'

/** Sent by the page. */
export type InstanceEvent =
  | { type: 'instance.start' }
  /** Stop it before it runs. */
  | { type: 'instance.abort' }
  | { type: 'instance.extend' }
  | { type: 'instance.stop' }
  /** Read the state now, after a failure. */
  | { type: 'instance.retry' }

/** Sent by the challenge. */
export type InstanceParentEvent =
  | { type: 'page.entered' }
  | { type: 'page.left' }
  | { type: 'facts.changed'; facts: Facts }
  | { type: 'stats.changed'; stats: AccountStats }
  /** It may have changed. */
  | { type: 'instance.stale' }
  /** Null: there is no such challenge. */
  | { type: 'detail.changed'; detail: ChallengeDetail | null }
