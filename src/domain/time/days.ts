/** A day in the user's time zone. With daylight saving time it may have 23 or 25 hours. */
export interface Day {
  /** When it begins, and when the next one begins: milliseconds since the epoch. */
  readonly start: number
  readonly end: number
}

/** Of longer events, only so many days are shown, since no screen has room for more. */
export const MAX_DAYS = 400

/** The days of an event for its calendar: of a long one those until today, or until its end. */
export function calendarDays(start: Date, end: Date, now: Date): readonly Day[] {
  const first = midnight(now < end ? now : end, 1 - MAX_DAYS)
  return daysBetween(first > start ? first : start, end)
}

/** The days from `start` to `end`, both included, in the user's own time zone, `MAX_DAYS` at most. None if it ends before it starts. */
export function daysBetween(start: Date, end: Date): readonly Day[] {
  const days: Day[] = []
  if (end < start) return days
  let day = midnight(start, 0)
  while (day <= end && days.length < MAX_DAYS) {
    const next = midnight(day, 1)
    days.push({ start: day.getTime(), end: next.getTime() })
    day = next
  }
  return days
}

/** Counts by the calendar and not by 24 hours, so that no change of the clock shifts the days. */
function midnight(date: Date, daysLater: number) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater)
}

/** How many timestamps are on each day. Others do not count. */
export function countByDay(days: readonly Day[], timestamps: readonly string[]): readonly number[] {
  const counts = days.map(() => 0)
  for (const timestamp of timestamps) {
    const index = indexOfDay(days, Date.parse(timestamp))
    if (index !== -1) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

/** The index of the day that has this time, in milliseconds since the epoch; -1 if none has. */
export function indexOfDay(days: readonly Day[], time: number): number {
  let [low, high] = [0, days.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const day = days[middle]
    if (!day || time < day.start) high = middle - 1
    else if (time >= day.end) low = middle + 1
    else return middle
  }
  return -1
}

/** The days by month, for the head of the table: when the first one begins, and how many there are. */
export function monthsOf(days: readonly Day[]): readonly { start: number; length: number }[] {
  const months: { start: number; length: number }[] = []
  for (const [index, { start }] of days.entries()) {
    const last = months.at(-1)
    if (last && index > 0 && new Date(start).getDate() !== 1) last.length += 1
    else months.push({ start, length: 1 })
  }
  return months
}
