/** An answer had the server's time. All in milliseconds since the epoch; the server's in whole seconds. */
export type ClockMeasured = {
  type: 'clock.measured'
  serverDate: number
  sentAt: number
  receivedAt: number
}

export type ClockEvent = ClockMeasured | { type: 'clock.watched' } | { type: 'clock.unwatched' }
