import { expect, test } from 'vitest'
import { visibleName } from '../../src/domain/desktop-file-name.ts'

test.each([
  ['flag.txt', 'flag.txt'],
  ['größe 🚩.txt', 'größe 🚩.txt'],
  // It would be read as "report-exe.pdf".
  ['report-\u202efdp.exe', 'report-\ufffdfdp.exe'],
  ['a\u200bb', 'a\ufffdb'],
  ['a\nb\u2028c\u2029d\u0000', 'a\ufffdb\ufffdc\ufffdd\ufffd'],
])('of %j, what cannot be seen has a sign', (name, visible) => {
  expect(visibleName(name)).toBe(visible)
})
