import { expect, test } from 'vitest'
import { wantedLanguage } from '../../../src/domain/languages.ts'

test.for<[readonly string[], string | undefined]>([
  [['de-AT', 'en'], 'de'],
  [['fr', 'EN-us', 'de'], 'en'],
  [['de;q=0.9'], 'de'],
  [['deutsch', 'entry'], undefined],
  [[], undefined],
])('of the wishes %j the first that is known is %s', ([wishes, language]) => {
  expect(wantedLanguage(wishes)).toBe(language)
})
