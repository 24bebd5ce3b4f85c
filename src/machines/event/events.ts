export type EventMachineEvent =
  | { type: 'event.retry' }
  /** The metadata may have changed, so it is read again. */
  | { type: 'event.stale' }
