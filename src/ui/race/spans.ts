/** In milliseconds. */
const DAY = 86_400_000

/** Moments that are no further apart than this have weekdays, days of the month, or days of the year of their own. */
export const WEEK = 6 * DAY
export const MONTH = 27 * DAY
export const YEAR = 364 * DAY
