export type ClockEvent =
  /** An answer had the server's time. All in milliseconds since the epoch; the server's in whole seconds. */
  | { type: 'clock.measured'; serverDate: number; sentAt: number; receivedAt: number }
  | { type: 'clock.watched' }
  | { type: 'clock.unwatched' }
