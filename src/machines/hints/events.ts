/** Sent by the page. */
export type HintsEvent =
  /** The user asks for a hint that costs points. */
  | { type: 'hint.requested'; hintId: string }
  | { type: 'hint.confirmed' }
  | { type: 'hint.cancelled' }

/** Sent by the challenge. */
export type HintsParentEvent =
  /** Its hints have been read again. `open`: the ids of those whose text is there. */
  { type: 'detail.read'; open: readonly string[] } | { type: 'page.left' }

/** Sent to the challenge, which then reads its hints again. */
export type HintParentEvent = { type: 'hint.taken' }
