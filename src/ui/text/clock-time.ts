import type { I18n } from '@lingui/core'
import { dayAndTime } from './moment.tsx'

const DAY = 24 * 60

/** The time of day of a moment that comes in so many minutes; with its day if an earlier day has that time, too. */
export const clockTime = (i18n: I18n, time: string, minutes: number | null) =>
  i18n.date(new Date(time), minutes !== null && minutes > DAY ? dayAndTime : { timeStyle: 'short' })
