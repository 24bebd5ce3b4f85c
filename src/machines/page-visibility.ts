/** Reported by the browser when the user leaves the tab, and comes back to it. */
export type PageVisibility = { type: 'page.shown' } | { type: 'page.hidden' }
