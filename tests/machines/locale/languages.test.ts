import { expect, test } from 'vitest'
import { regionalTag, wantedLanguage } from '../../../src/domain/languages.ts'

test.for<[readonly string[], string | undefined]>([
  [['de-AT', 'en'], 'de'],
  [['la', 'EN-us', 'de'], 'en'],
  [['de;q=0.9'], 'de'],
  [['deutsch', 'entry'], undefined],
  [[], undefined],
])('of the wishes %j the first that is known is %s', ([wishes, language]) => {
  expect(wantedLanguage(wishes)).toBe(language)
})

test.for([
  ['en', 'en-GB', '15:05'],
  ['en', 'de', '15:05'],
  ['en', 'en-US', '3:05 PM'],
  ['en', 'en', '3:05 PM'],
  ['en', 'not a tag', '3:05 PM'],
  ['de', 'en-US', '15:05'],
] as const)('a time in %s, where the browser says %s, is written %s', ([language, wish, time]) => {
  const format = new Intl.DateTimeFormat(regionalTag(language, wish), { timeStyle: 'short' })
  // Some versions of the data have a narrow space here.
  expect(format.format(new Date(2026, 4, 1, 15, 5)).replace(/\s/, ' ')).toBe(time)
})

test.for([
  ['en', 'en-GB', '1 May 2026', '12,345.6'],
  ['en', 'en-US', 'May 1, 2026', '12,345.6'],
  ['en', 'en-DE', '1 May 2026', '12,345.6'],
  ['en', 'de', '1 May 2026', '12,345.6'],
  ['en', 'fr-CH', '1 May 2026', '12,345.6'],
  ['de', 'de-DE', '01.05.2026', '12.345,6'],
  ['de', 'de-CH', '01.05.2026', '12.345,6'],
  ['de', 'en-US', '01.05.2026', '12.345,6'],
] as const)('in %s, where the browser says %s, a date is %s and a number %s', expected => {
  const [language, wish, date, number] = expected
  const tag = regionalTag(language, wish)
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' })
  expect([
    format.format(new Date(2026, 4, 1)),
    new Intl.NumberFormat(tag).format(12_345.6),
  ]).toEqual([date, number])
})
