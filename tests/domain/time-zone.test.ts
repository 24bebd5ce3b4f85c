import { expect, test } from 'vitest'
import { zoneWithOffset } from '../../src/domain/time/time-zone.ts'

const winter = Date.parse('2026-01-15T12:00:00Z')
const summer = Date.parse('2026-07-15T12:00:00Z')

const hoursIn = (timeZone: string, now: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(now)

test('a zone with the offset of whole hours shows the time that the browser shows', () => {
  expect(hoursIn(zoneWithOffset(0, winter, ''), winter)).toBe('12:00')
  expect(hoursIn(zoneWithOffset(-60, winter, ''), winter)).toBe('13:00')
  expect(hoursIn(zoneWithOffset(300, winter, ''), winter)).toBe('07:00')
  expect(hoursIn(zoneWithOffset(-840, winter, ''), winter)).toBe('02:00')
})

test('so does one with half an hour, or a quarter, also after the clocks have changed', () => {
  expect(hoursIn(zoneWithOffset(-330, winter, ''), winter)).toBe('17:30')
  expect(hoursIn(zoneWithOffset(-345, winter, ''), winter)).toBe('17:45')
  expect(hoursIn(zoneWithOffset(210, winter, ''), winter)).toBe('08:30')
  expect(hoursIn(zoneWithOffset(150, summer, ''), summer)).toBe('09:30')
})

test('an offset that no zone has is UTC', () => {
  expect(zoneWithOffset(7, winter, '')).toBe('UTC')
})

test('a zone of the region is taken, so that times after the clocks change are right, too', () => {
  const october = Date.parse('2026-10-20T12:00:00Z')
  expect(hoursIn(zoneWithOffset(-120, october, 'de-DE'), winter)).toBe('13:00')
  expect(hoursIn(zoneWithOffset(-120, october, 'de'), winter)).toBe('13:00')
  expect(hoursIn(zoneWithOffset(240, october, 'en-US'), winter)).toBe('07:00')
  expect(hoursIn(zoneWithOffset(-660, october, 'en-AU'), summer)).toBe('22:00')
  // Somebody with this language is elsewhere.
  expect(zoneWithOffset(-120, october, 'en-US')).toBe('Etc/GMT-2')
})

test('a zone is another one when its offset is another one', () => {
  expect(hoursIn(zoneWithOffset(-630, winter, ''), winter)).toBe('22:30')
  expect(hoursIn(zoneWithOffset(-630, summer, ''), summer)).toBe('22:30')
})
