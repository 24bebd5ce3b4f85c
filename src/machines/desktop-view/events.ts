/** Sent by the page. */
export type DesktopViewEvent =
  /** Stop watching. */
  { type: 'view.leave' } | { type: 'view.retry' }

/** Sent by the store of the link, when the page begins with one or the user opens another one. */
export type ViewOpened = { type: 'view.opened'; token: string }

/** Sent to that store: the link is no longer needed, or not valid. */
export type ViewUsed = { type: 'view.used' }
