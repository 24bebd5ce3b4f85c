import { expect, test } from 'vitest'
import { flagForm } from '../../../src/machines/submission/format.ts'

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['GUIDON{an-id_of!7}', 'flag'],
  [' GUIDON{id}\n', 'flag'],
  ['\ufeffGUIDON{i\u00add}\u200b', 'flag'],
  ['\u200b', 'empty'],
  ['GUIDON{id::pr00f+/=-_}', 'flag'],
  ['G', 'partial'],
  ['GUIDON{', 'partial'],
  ['GUIDON{id', 'partial'],
  ['GUIDON{id:', 'partial'],
  ['GUIDON{id::', 'partial'],
  ['GUIDON{id::pro', 'partial'],
  ['guidon{id}', 'other'],
  ['FLAG{id}', 'other'],
  ['GUIDON{}', 'other'],
  ['GUIDON{::proof}', 'other'],
  ['GUIDON{a b}', 'other'],
  ['GUIDON{id:proof}', 'other'],
  ['GUIDON{id}x', 'other'],
])('the text %j is: %s', (text, form) => {
  expect(flagForm(text, 'GUIDON')).toBe(form)
})
