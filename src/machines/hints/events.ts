import type { ChallengeDetail } from '../../api/contract.ts'
import type { Facts } from '../../domain/facts.ts'

/** Sent by the page. */
export type HintsEvent =
  /** The user asks for a hint that costs points. */
  | { type: 'hint.requested'; hintId: string }
  | { type: 'hint.confirmed' }
  | { type: 'hint.cancelled' }

/** Sent by the challenge. `detail.read`: it has been read again, with its hints. */
export type HintsParentEvent =
  | { type: 'detail.read'; detail: ChallengeDetail }
  | { type: 'facts.changed'; facts: Facts }
  | { type: 'page.left' }

/** Sent to the challenge, which then reads its hints again. */
export type HintReport = { type: 'hint.taken' }
