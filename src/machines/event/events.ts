export type EventEvent = { type: 'event.retry' }

/** Reported by the page when it is looked at again. */
export type PageVisibility = { type: 'page.shown' } | { type: 'page.hidden' }
