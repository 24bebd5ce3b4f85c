export type EventMachineEvent =
  | { type: 'event.retry' }
  /** The metadata may have changed: read it again. */
  | { type: 'event.stale' }
