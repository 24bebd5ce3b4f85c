import type { SQL } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallReply } from '../../../platform/api/call-reply.ts'
import { createIdempotency } from '../../../platform/api/idempotency.ts'
import type { Database } from '../../../platform/database/database.ts'
import { idempotency } from '../../../platform/database/schema.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { openTestDatabase } from '../test-database.ts'
import { during } from './events.ts'

const request = { userId: 'user', key: 'key', content: 'POST /v1/teams {}' }
const done: CallReply = { status: 204, headers: {}, body: '' }
const week = 7 * 24 * 60 * 60_000

let clock: SimulatedClock
let database: Database
beforeEach(async () => {
  clock = createSimulatedClock(during)
  database = await openTestDatabase()
})
afterEach(() => database.close())

const platform = () => createIdempotency({ database, clock, secret: 'secret' })

/** A change that stays in flight until it is answered. */
function createChange() {
  let made = 0
  const answer = Promise.withResolvers<CallReply>()
  const begun = Promise.withResolvers<void>()
  const change = () => {
    made += 1
    begun.resolve()
    return answer.promise
  }
  return { change, begun: begun.promise, answer: answer.resolve, made: () => made }
}

/** A retry that checks whether the change was answered reads whole rows, without a list of columns. */
const readsRows = (columns: readonly unknown[]) => columns.length === 0

/** Counts how often a retry checked whether the change was answered. */
function countLooks() {
  let looks = 0
  const select = database.db.select.bind(database.db)
  Object.assign(database.db, {
    select: (...columns: Parameters<typeof select>) => {
      if (readsRows(columns)) looks += 1
      return select(...columns)
    },
  })
  return async (more: number) => {
    const target = looks + more
    await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThanOrEqual(target)
  }
}

test.each([
  ['the same platform', true],
  ['another platform', false],
])(
  'a change in flight is not made twice by %s when the clock is set forward',
  async (_, isSame) => {
    const looked = countLooks()
    const first = platform()
    const second = isSame ? first : platform()
    const { change, begun, answer, made } = createChange()
    const asked = first.once(request, change)
    await begun
    clock.jump(week)
    const retried = second.once(request, change)
    await looked(1)
    clock.jump(week)
    await second.sweep()
    if (!isSame) await looked(3)
    answer(done)
    expect(await asked).toEqual(done)
    expect(await retried).toMatchObject({
      status: 204,
      headers: { 'idempotency-replayed': 'true' },
    })
    expect(made()).toBe(1)
  },
)

const day = 24 * 60 * 60_000

/** Makes the change if its key is free. @returns whether it was made */
async function isMade(by: ReturnType<typeof platform>, key = request.key): Promise<boolean> {
  let made = false
  await by.once({ ...request, key }, async () => {
    made = true
    return done
  })
  return made
}

test('a change is repeated for a day, and made again after that', async () => {
  const one = platform()
  expect(await isMade(one)).toBe(true)
  clock.advance(day)
  await one.sweep()
  expect(await isMade(one)).toBe(false)
  clock.advance(1)
  expect(await isMade(one)).toBe(true)
  clock.advance(day + 1)
  await one.sweep()
  expect(await database.db.$count(idempotency)).toBe(0)
})

test.each([
  ['by the same platform', (one: ReturnType<typeof platform>) => one],
  ['by one that starts meanwhile', () => platform()],
])(
  'no reply is forgotten %s when the clock is set forward, back and forward',
  async (_, laterOf) => {
    const one = platform()
    expect(await isMade(one)).toBe(true)
    const later = laterOf(one)
    for (const jump of [week, -week, 2 * day]) {
      clock.jump(jump)
      await later.sweep()
      expect(await isMade(later)).toBe(false)
      expect(await isMade(later, `key after ${jump}`)).toBe(true)
    }
    await later.sweep()
    for (const key of [request.key, `key after ${week}`, `key after ${-week}`])
      expect(await isMade(later, key), key).toBe(false)
  },
)

test('a platform that starts while the clock is ahead forgets no reply after it is set back', async () => {
  clock.jump(week)
  const one = platform()
  expect(await isMade(one, 'ahead')).toBe(true)
  clock.jump(-week)
  expect(await isMade(one)).toBe(true)
  await one.sweep()
  expect(await isMade(one)).toBe(false)
  clock.advance(day + 1)
  await one.sweep()
  expect(await isMade(one)).toBe(true)
})

test('of many retries one makes the change that a crash cut off, once it was watched for 30 s', async () => {
  const looked = countLooks()
  const crashed = createChange()
  void platform().once(request, crashed.change)
  await crashed.begun
  const { change, begun, answer, made } = createChange()
  const second = platform()
  const third = platform()
  const retried = [second, second, third, third].map(one => one.once(request, change))
  await looked(8)
  clock.advance(29_999)
  await looked(8)
  expect(made()).toBe(0)
  clock.advance(1)
  await begun
  answer(done)
  expect((await Promise.all(retried)).map(({ status }) => status)).toEqual([204, 204, 204, 204])
  expect(made()).toBe(1)
})

test('a key that a crash cut off is forgotten when nobody asks for it', async () => {
  const crashed = createChange()
  void platform().once(request, crashed.change)
  await crashed.begun
  const one = platform()
  await one.sweep()
  clock.advance(10 * 60_000)
  await one.sweep()
  const { change, answer, made } = createChange()
  answer(done)
  expect(await one.once(request, change)).toEqual(done)
  expect(made()).toBe(1)
})

test('a change that takes long is not forgotten while it is made', async () => {
  const one = platform()
  const { change, begun, answer } = createChange()
  const making = one.once(request, change)
  await begun
  await one.sweep()
  clock.advance(30_000)
  await one.sweep()
  answer(done)
  await making
  const again = { ...done, status: 409 }
  expect(await one.once(request, async () => again)).toMatchObject({ status: 204 })
})

test('a change that came too often is made when it is sent again', async () => {
  const one = platform()
  const refused = { ...done, status: 429 }
  expect(await one.once(request, async () => refused)).toEqual(refused)
  expect(await one.once(request, async () => done)).toEqual(done)
})

test('a change that failed is made when it is sent again', async () => {
  const one = platform()
  await expect(one.once(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await one.once(request, async () => done)).toEqual(done)
})

test('a key of one user is not that of another', async () => {
  const one = platform()
  const ofOther = { ...request, userId: 'other' }
  const refused = { ...done, status: 409 }
  await one.once(request, async () => done)
  expect(await one.once(ofOther, async () => refused)).toEqual(refused)
  const replies = [
    await one.once(request, async () => refused),
    await one.once(ofOther, async () => done),
  ]
  expect(replies.map(({ status }) => status)).toEqual([204, 409])
})

test.each([
  ['', 0],
  [', also if the clock was set back to the time of the claim', -30_000],
])('of two replicas that found the same change cut off one makes it%s', async (_, jump) => {
  const crashed = createChange()
  void platform().once(request, crashed.change)
  await crashed.begun
  const { change, begun, answer, made } = createChange()

  // It learns late what its second look found.
  let looks = 0
  const found = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { db } = database
  const look = {
    from: () => ({
      where: async (condition: SQL) => {
        const rows = await db.select().from(idempotency).where(condition)
        looks += 1
        if (looks !== 2) return rows
        found.resolve()
        await release.promise
        return rows
      },
    }),
  }
  const select = (...columns: Parameters<typeof db.select>) =>
    readsRows(columns) ? look : db.select(...columns)
  const slowDatabase = { ...database, db: Object.assign(Object.create(db), { select }) }
  const slow = createIdempotency({ database: slowDatabase, clock, secret: 'secret' })
  const late = slow.once(request, change)
  await found.promise

  const looked = countLooks()
  const first = platform().once(request, change)
  await looked(2)
  clock.jump(jump)
  clock.advance(30_000)
  await begun
  release.resolve()
  await eventually(() => expect(looks > 2 || made() > 1).toBe(true))
  expect(made()).toBe(1)
  answer(done)
  expect((await Promise.all([first, late])).map(({ status }) => status)).toEqual([204, 204])
})
