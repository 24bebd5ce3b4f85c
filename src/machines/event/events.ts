export type EventEvent = { type: 'event.retry' }
