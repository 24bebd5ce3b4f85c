import { hasDay, isTimeForm, parseDuration } from '../../platform/event/times.ts'

/** The forms of a time, for texts. */
export const timeForms = "14:00, '2026-05-01 14:00', 2026-05-01T09:00:00Z, +30m or 'end - 1h'"

const iso = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g

/**
 * Reads a time as organisers type it, in their time zone: `14:00` is the next one, `2026-05-01 14:00`, `+30m` from
 * now. Returns unchanged what the platform reads itself: `now`, a time with its zone, `end - 1h`.
 *
 * @throws RangeError that says how to write it
 */
export function resolveTime(given: string, now: Date): string {
  if (given.startsWith('+'))
    return isoOf(new Date(now.getTime() + parseDuration(given.slice(1).trim())), given)
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/.test(given))
    return isoOf(new Date(hasDay(given) ? given.replace(' ', 'T') : Number.NaN), given)
  if (given.trim() === 'now' || isTimeForm(given.trim())) return given
  const [, hours, minutes] = /^(\d\d?):(\d\d)$/.exec(given) ?? []
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59)
    throw new RangeError(`'${given}' is not a time; write it like ${timeForms}`)
  const time = new Date(now)
  time.setHours(Number(hours), Number(minutes), 0, 0)
  if (time <= now) time.setDate(time.getDate() + 1)
  return isoOf(time, given)
}

function isoOf(time: Date, given: string): string {
  if (Number.isNaN(time.getTime())) throw new RangeError(`'${given}' is not a time`)
  return time.toISOString()
}

/** Replaces each time in a text by the time in this computer's time zone. */
export const withLocalTimes = (text: string): string =>
  text.replace(iso, time =>
    new Date(time).toLocaleString('sv', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }),
  )
