import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { attempts } from '../../../platform/database/schema.ts'
import { createLimits, type Limits } from '../../../platform/limits/limits.ts'
import { noLimits } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'

const rules = {
  ...noLimits,
  flag: { perAccount: 5, perAddress: 8, seconds: 60 },
  signIn: { perAccount: 5, perAddress: 2, seconds: 60 },
}

describe.skipIf(!process.env.DATABASE_URL)('limits of replicas on one PostgreSQL', () => {
  let database: Database
  let replicas: Limits[]
  beforeAll(async () => {
    database = await openTestDatabase()
    replicas = [createLimits(rules, database), createLimits(rules, database)]
  })
  afterAll(() => database.close())

  const guess = (account: string, times: number, address = '192.0.2.1') =>
    Promise.allSettled(
      Array.from({ length: times }, (_, index) =>
        replicas[index % 2]?.attempt('flag', account, address),
      ),
    )
  const allowed = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter(({ status }) => status === 'fulfilled').length

  test('count together what comes at once', async () => {
    const outcomes = await guess('alice', 20)
    expect(allowed(outcomes)).toBe(5)
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: 'UNKNOWN', status: 429 })
    expect(refused.reason.retryAfter).toBeLessThanOrEqual(60)
    // The address has three attempts left. If the address is refused, the account's attempts do not count.
    expect(allowed(await guess('bob', 5))).toBe(3)
    expect(allowed(await guess('bob', 5, '192.0.2.2'))).toBe(2)
  })

  test('take back what was right', async () => {
    for (let round = 0; round < 10; round++) {
      const attempt = await replicas[round % 2]?.attempt('flag', 'carol', '192.0.2.3')
      await attempt?.takeBack()
    }
    expect(allowed(await guess('carol', 10, '192.0.2.3'))).toBe(5)
  })

  test('let an address sign in again after the usual wait, also if the clock was set back', async () => {
    const signIn = () => replicas[0]?.signIn('dave', '192.0.2.4')
    for (let failed = 0; failed < 2; failed++) await (await signIn())?.failed()
    const now = Date.now() - 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now })
    onTestFinished(() => void vi.useRealTimers())
    await expect(signIn()).rejects.toMatchObject({ retryAfter: 60 })
    vi.setSystemTime(now + 61_000)
    await signIn()
  })

  test('hold whatever somebody calls himself, and forget it', async () => {
    await guess(`\0${'long'.repeat(5000)}`, 1, '2001:db8::1')
    expect((await database.db.select().from(attempts)).length).toBeGreaterThan(0)
    await database.db.update(attempts).set({ expire: new Date(0) })
    await replicas[0]?.sweep()
    expect(await database.db.select().from(attempts)).toEqual([])
  })
})
