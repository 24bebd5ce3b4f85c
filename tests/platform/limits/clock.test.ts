import { afterEach, expect, test, vi } from 'vitest'
import { createLimits } from '../../../platform/limits/limits.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { noLimits } from '../start-platform.ts'

const hour = 60 * 60_000
const rules = { ...noLimits, flag: { perAccount: 2, perAddress: 100, seconds: 60 } }

afterEach(() => vi.useRealTimers())

test('after the clock was set back, nobody waits longer than a limit lasts', async () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') })
  const limits = createLimits(rules, null)
  const guess = () => limits.attempt('flag', 'alice', '192.0.2.1')
  for (let times = 0; times < 2; times++) await guess()
  vi.setSystemTime(Date.now() - 2 * hour)
  const refusal: Refusal = await guess().then(
    () => expect.unreachable(),
    error => error,
  )
  expect(refusal.retryAfter).toBe(60)
  vi.advanceTimersByTime(59_000)
  await expect(guess()).rejects.toMatchObject({ retryAfter: 1 })
  vi.advanceTimersByTime(1000)
  await guess()
})
