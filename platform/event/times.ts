import type { EventDefinition, Problem } from './model.ts'

/**
 * Times of an event: either absolute, ISO 8601 with a time zone (`2026-05-01T09:00:00+02:00`), or
 * counted from another time: `first start - 1h`, `start + 2d`, `end + 36 hours`. `first start` is
 * when the platform first came up with its data folder, so that a demo is in play at once and stays
 * the same event after a restart.
 */
export type NamedTimes = { readonly [name in 'first start' | 'start' | 'end']?: Date }

const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)$/
const relative = /^(first start|start|end)(?:\s*([+-])\s*(.+))?$/

/** Whether a text has the form of a time. `parseTime` may still find no such day, name or duration. */
export const isTimeForm = (text: string) => iso.test(text) || relative.test(text)

/** Whether there is the day that a time begins with. JavaScript takes February 30 for March 2. */
export function hasDay(text: string): boolean {
  const day = text.slice(0, 10)
  const start = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}

/** The zones of the world are from -12:00 to +14:00. `+20:00` is a typing mistake, and would move the event by 18 hours. */
function hasZone(text: string): boolean {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  if (sign === undefined) return true
  return Number(minutes) < 60 && Number(`${hours}.${minutes}`) <= (sign === '+' ? 14 : 12)
}

/** @throws RangeError whose message says what to write instead. */
export function parseTime(text: string, named: NamedTimes): Date {
  if (iso.test(text)) {
    const time = new Date(text.replace(' ', 'T').replaceAll(' ', ''))
    if (!Number.isNaN(time.getTime()) && hasDay(text) && hasZone(text)) return time
  }
  const [, name, sign, duration] = relative.exec(text) ?? []
  if (!name) throw new RangeError(`'${text}' is not a time; ${howToWrite(text)}`)
  const base = named[name as keyof NamedTimes]
  if (!base) throw new RangeError(`cannot be counted from '${name}', which is not known yet`)
  const shift = duration === undefined ? 0 : parseDuration(duration)
  return new Date(base.getTime() + (sign === '-' ? -shift : shift))
}

function howToWrite(text: string): string {
  const [written] = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?/.exec(text) ?? []
  if (written === undefined)
    return /^\d+(\.\d+)?\s*[a-z]+$/.test(text)
      ? `count it from another time, like 'start + ${text}' or 'end - ${text}'`
      : "write it like 2026-05-01T09:00:00Z or like 'first start + 2d'"
  if (!hasDay(text) || Number.isNaN(Date.parse(`${written.replace(' ', 'T')}Z`)))
    return 'there is no such month, day, hour, minute or second'
  if (iso.test(text)) return 'there is no such time zone'
  return 'add its time zone, like 2026-05-01T09:00:00Z or 2026-05-01T09:00:00+02:00'
}

const second = 1000
const units = {
  s: second,
  sec: second,
  second: second,
  m: 60 * second,
  min: 60 * second,
  minute: 60 * second,
  h: 3600 * second,
  hour: 3600 * second,
  d: 86_400 * second,
  day: 86_400 * second,
  w: 604_800 * second,
  week: 604_800 * second,
} satisfies Record<string, number>
const maxMs = 3660 * units.day
const part = /(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy

const unitOf = (name: string): number | undefined =>
  Object.hasOwn(units, name) ? units[name as keyof typeof units] : undefined

/** Milliseconds of `90s`, `1h 30m` or `2 days`. @throws RangeError that says how to write it. */
export function parseDuration(text: string): number {
  let total = 0
  let end = 0
  for (const [whole, amount, name = ''] of text.matchAll(part)) {
    const unit = unitOf(name) ?? (name.endsWith('s') ? unitOf(name.slice(0, -1)) : undefined)
    if (unit === undefined) break
    total += Number(amount) * unit
    end += whole.length
  }
  if (end === 0 || end < text.length)
    throw new RangeError(
      `'${text}' is not a duration; write it like 30s, 45m, '1h 30m' or '2 days'`,
    )
  // Sums with longer ones are no dates.
  if (total > maxMs) throw new RangeError(`'${text}' is longer than ten years`)
  return Math.round(total)
}

type Times = Pick<EventDefinition, 'end' | 'postPlayEnd'>

/** `2026-05-01T10:00Z` */
export const timeText = (date: Date) => date.toISOString().replace(/:\d\d\.\d+Z$/, 'Z')

/** What an event that is over no longer does, and the field that says so. Null: it is not over. */
export function whatEnded({ end, postPlayEnd }: Times, now: Date) {
  if (postPlayEnd <= now)
    return {
      field: 'postPlayEnd',
      text: `the event ended at ${timeText(end)} and post play at ${timeText(postPlayEnd)}, so nobody can play; if this is a mistake, change the times`,
    }
  if (end <= now)
    return {
      field: 'end',
      text: `the event ended at ${timeText(end)}, so flags give no points; if this is a mistake, change the times`,
    }
  return null
}

export function warnIfEnded(event: Times, now: Date): Problem[] {
  const ended = whatEnded(event, now)
  if (!ended) return []
  const { field, text: message } = ended
  return [{ severity: 'warning', file: 'event.yaml', line: null, field, message }]
}
