/** An answer had the server's time. All are milliseconds since the epoch. `serverDate` is a full second. */
export type ClockMeasured = {
  type: 'clock.measured'
  serverDate: number
  sentAt: number
  receivedAt: number
}

export type ClockEvent = ClockMeasured | { type: 'clock.watched' } | { type: 'clock.unwatched' }
