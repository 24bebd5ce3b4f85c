import { expect, test } from 'vitest'
import { parseDuration, parseTime } from '../../../platform/event/times.ts'

const at = (text: string) => new Date(text)
const named = { 'first start': at('2026-05-01T10:00:00Z'), start: at('2026-05-02T10:00:00Z') }

test.each([
  ['2026-05-01T09:00:00Z', '2026-05-01T09:00:00Z'],
  ['2026-05-01T09:00+02:00', '2026-05-01T07:00:00Z'],
  ['2026-05-01 09:00:00 +02:00', '2026-05-01T07:00:00Z'],
  ['2026-05-01T09:00:00+1400', '2026-04-30T19:00:00Z'],
  ['2026-05-01T09:00:00-12:00', '2026-05-01T21:00:00Z'],
  ['first start', '2026-05-01T10:00:00Z'],
  ['first start - 1h', '2026-05-01T09:00:00Z'],
  ['first start+36 hours', '2026-05-02T22:00:00Z'],
  ['start + 1d 30m', '2026-05-03T10:30:00Z'],
])('%s is %s', (text, time) => {
  expect(parseTime(text, named)).toEqual(at(time))
})

test.each([
  ['2026-05-01T09:00:00', 'add its time zone, like 2026-05-01T09:00:00Z'],
  ['2026-05-01 09:00 CET', 'add its time zone, like 2026-05-01T09:00:00Z'],
  ['2026-05-01 25:00', "'2026-05-01 25:00' is not a time; there is no such month, day, hour"],
  ['2026-13-41T09:00:00Z', 'there is no such month, day, hour, minute or second'],
  ['2026-02-30T09:00:00Z', 'there is no such month, day, hour, minute or second'],
  ['2026-11-31 09:00', 'there is no such month, day, hour, minute or second'],
  [
    '2026-05-01T09:00:00+20:00',
    "'2026-05-01T09:00:00+20:00' is not a time; there is no such time zone",
  ],
  ['2026-05-01T09:00:00-12:30', 'there is no such time zone'],
  ['2026-05-01T09:00:00+25:00', 'there is no such time zone'],
  ['2026-05-01T09:00:00+02:75', 'there is no such time zone'],
  ['2026-05-01T24:30:00+20:00', 'there is no such month, day, hour, minute or second'],
  ['tomorrow', "write it like 2026-05-01T09:00:00Z or like 'first start + 2d'"],
  ['start + soon', "'soon' is not a duration; write it like 30s, 45m, '1h 30m' or '2 days'"],
  ['start + 99999999d', "'99999999d' is longer than ten years"],
  ['end + 1d', "cannot be counted from 'end', which is not known yet"],
])('%s is refused, and the message says how to write it', (text, message) => {
  expect(() => parseTime(text, named)).toThrow(message)
})

test.each([
  ['90s', 90_000],
  ['1h 30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['2 days', 172_800_000],
  ['1w', 604_800_000],
])('%s lasts %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['', '5', 'h', '5 fortnights', '5 constructor', '1h and a bit', '-1h'])(
  '%j is not a duration',
  text => {
    expect(() => parseDuration(text)).toThrow('is not a duration')
  },
)
