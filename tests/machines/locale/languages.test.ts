import { expect, test } from 'vitest'
import { regionalTag, wantedLanguage } from '../../../src/domain/languages.ts'

test.for<[readonly string[], string | undefined]>([
  [['de-AT', 'en'], 'de'],
  [['fr', 'EN-us', 'de'], 'en'],
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
