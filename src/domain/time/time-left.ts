const HOUR = 60
/** From this time on, only whole hours are shown. */
const ONLY_HOURS_FROM = 100 * HOUR

interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
}

/**
 * How a number of whole minutes is shown: as hours and minutes, or as days and hours if it is long. It is
 * rounded down, so it changes only when its text does.
 */
export const roundedMinutes = (minutes: number) =>
  minutes >= ONLY_HOURS_FROM ? minutes - (minutes % HOUR) : minutes

export function timeLeftOf(minutes: number): TimeLeft {
  const days = minutes >= ONLY_HOURS_FROM ? Math.floor(minutes / (24 * HOUR)) : 0
  const rest = minutes - days * 24 * HOUR
  return { days, hours: Math.floor(rest / HOUR), minutes: rest % HOUR }
}
