/** Sent by the page: a part of the app could not be loaded. */
export type PartFailed = { type: 'part.failed' }
