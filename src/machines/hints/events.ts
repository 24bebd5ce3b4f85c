/** Sent by the page. */
export type HintsEvent =
  /** The user asks for a hint that costs points. */
  | { type: 'hint.requested'; hintId: string }
  | { type: 'hint.confirmed' }
  | { type: 'hint.cancelled' }

/** Sent by the challenge. `detail.read`: its hints have been read again. */
export type HintsParentEvent = { type: 'detail.read' } | { type: 'page.left' }

/** Sent to the challenge, which then reads its hints again. */
export type HintParentEvent = { type: 'hint.taken' }
