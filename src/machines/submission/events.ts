import type { Facts } from '../../domain/facts.ts'

/** Sent by the page. */
export type SubmissionEvent =
  /** The whole text of the field. */
  { type: 'flag.typed'; draft: string } | { type: 'flag.submit' }

/** Sent by the challenge. */
export type SubmissionParentEvent =
  | { type: 'score.changed'; solvedFlags: number }
  | { type: 'facts.changed'; facts: Facts }

/** Sent by the store of drafts, once. */
export type DraftLoaded = { type: 'draft.loaded'; draft: string }

/** Sent to the store of drafts. */
export type DraftChanged = { type: 'draft.changed'; draft: string }

/** Sent to the challenge. */
export type FlagReport =
  /** A verdict, or a failure. */
  | { type: 'flag.answered' }
  | { type: 'flag.accepted' }
  /** The account already submitted this flag. */
  | { type: 'flag.known' }
