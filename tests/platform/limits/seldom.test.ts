import { expect, test } from 'vitest'
import { createSeldom } from '../../../platform/seldom.ts'

test('each message is logged at most once a minute', () => {
  let now = 0
  const mayLog = createSeldom(() => now)
  const ask = () => [mayLog('a'), mayLog('b')]
  expect(ask()).toEqual([true, true])
  now = 59_999
  expect(ask()).toEqual([false, false])
  now = 60_000
  expect(ask()).toEqual([true, true])
  expect(mayLog('a')).toBe(false)
})
