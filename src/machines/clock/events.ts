export type ClockEvent =
  /** An answer told the server's time; all in milliseconds since the epoch, the server's in whole seconds. */
  | { type: 'clock.measured'; serverDate: number; sentAt: number; receivedAt: number }
  | { type: 'clock.watched' }
  | { type: 'clock.unwatched' }
