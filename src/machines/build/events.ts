/** Sent by the page: a part of the app that is loaded on demand did not come. */
export type PartFailed = { type: 'part.failed' }
