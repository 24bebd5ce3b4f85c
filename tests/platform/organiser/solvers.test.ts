import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { accounts, awards, hintsTaken, solves } from '../../../platform/database/schema.ts'
import { createSolvers } from '../../../platform/scores/solvers.ts'
import { losing, openBus } from '../open-bus.ts'

const ignored = { added() {}, removed() {}, solved() {}, adjusted() {} }

async function openWithAlice() {
  const { database, bus } = await openBus()
  const now = new Date()
  const alice = { id: 'alice', displayName: 'Alice', createdAt: now }
  await database.db.insert(accounts).values({ ...alice, scoreGroup: 'open', scoreGroupAt: now })
  return { database, bus, now }
}

test('a flag whose message comes while its account is read again is not lost', async () => {
  const { database, bus, now } = await openWithAlice()
  const solvers = await createSolvers({ database, bus, changes: ignored })
  const flag = { accountId: 'alice', category: 'web', slug: 'one', flagId: '1' }
  const solve = { ...flag, userId: 'u', username: 'u', solvedAt: now, counts: true }
  // Only the message has the solve: the data that was read is older.
  const count = await database.once(tx => solvers.solved(tx, solve))
  const replace = await database.once(tx => solvers.corrected(tx, ['alice']))
  const replacing = replace()
  count()
  await replacing
  expect(
    solvers
      .get('alice')
      ?.challenges.get('web/one')
      ?.map(({ id }) => id),
  ).toEqual(['1'])
  // A solve that is not in the database is removed, unless a message reports it during the read.
  await (await database.once(tx => solvers.corrected(tx, ['alice'])))()
  expect(solvers.get('alice')?.challenges.size).toBe(0)
})

test('data that was read before an account was corrected does not come back', async () => {
  const { database, bus } = await openBus()
  const { db } = database
  const now = new Date()
  const people = ['alice', 'bob'].map(id => ({ id, displayName: id, createdAt: now }))
  await db
    .insert(accounts)
    .values(people.map(one => ({ ...one, scoreGroup: 'open', scoreGroupAt: now })))
  const flag = { category: 'web', slug: 'one', flagId: '1', userId: 'u', solvedAt: now }
  await db.insert(solves).values(people.map(({ id }) => ({ ...flag, accountId: id, counts: true })))
  const slow = createSlowSolves(database)
  const solvers = await createSolvers({ database: slow.database, bus, changes: ignored })
  const has = (id: string) => solvers.get(id)?.challenges.has('web/one')
  expect([has('alice'), has('bob')]).toEqual([true, true])

  const open = slow.hold()
  const reading = solvers.reread('alice')
  await slow.isRead()
  await db.delete(solves).where(eq(solves.accountId, 'alice'))
  slow.letPass()
  await (await database.once(tx => solvers.corrected(tx, ['alice'])))()
  expect(has('alice')).toBe(false)
  open()
  await reading
  expect([has('alice'), has('bob')]).toEqual([false, true])
})

test('the organiser who corrects an account sees it corrected, even if another correction has begun meanwhile', async () => {
  const { database, bus, now } = await openWithAlice()
  const { db } = database
  const slow = createSlowSolves(database)
  const solvers = await createSolvers({ database: slow.database, bus, changes: ignored })
  const award = { id: 'a', accountId: 'alice', points: 7, reason: { en: 'x' }, madeAt: now }
  await db.insert(awards).values(award)
  const [first, second] = [
    await database.once(tx => solvers.corrected(tx, ['alice'])),
    await database.once(tx => solvers.corrected(tx, ['alice'])),
  ]
  const awardsNow = () => solvers.get('alice')?.awards.size
  const letFirst = slow.hold()
  const ofFirst = first().then(awardsNow)
  await slow.isRead()
  const letSecond = slow.hold()
  const ofSecond = second().then(awardsNow)
  await slow.isRead()
  letFirst()
  setImmediate(letSecond)
  expect(await Promise.all([ofFirst, ofSecond])).toEqual([1, 1])
})

test('points that an organiser gave are found, even if the message of it was lost', async () => {
  const { database, bus, now } = await openWithAlice()
  const { db } = database
  const adjusted: string[] = []
  const changes = { ...ignored, adjusted: ({ id }: { id: string }) => void adjusted.push(id) }
  const solvers = await createSolvers({ database, bus, changes })
  const award = { id: 'a', accountId: 'alice', points: 7, reason: { en: 'x' }, madeAt: now }
  await db.insert(awards).values(award)
  await solvers.reread('alice')
  await solvers.reread('alice')
  expect(adjusted).toEqual(['alice'])
  expect([...(solvers.get('alice')?.awards.values() ?? [])]).toEqual([
    { at: now.getTime(), points: 7 },
  ])
})

test('after lost messages an account has what the database has, and nothing that was taken back', async () => {
  const { database, bus: real } = await openBus()
  const { bus, lose } = losing(real)
  const { db } = database
  const now = new Date('2026-06-01T10:00:00Z')
  const names = [
    'same',
    'unsolved',
    'credited',
    'awarded',
    'hinted',
    'renamed',
    'hidden',
    'moved',
    'gone',
  ]
  const play = { scoreGroup: 'open', scoreGroupAt: now, createdAt: now }
  await db.insert(accounts).values(names.map(id => ({ id, displayName: id, ...play })))
  const flag = { category: 'web', slug: 'one', userId: 'u', solvedAt: now, counts: true }
  await db
    .insert(solves)
    .values(names.flatMap(id => ['1', '2'].map(flagId => ({ ...flag, accountId: id, flagId }))))
  const hint = { category: 'web', slug: 'one', hintId: 'h', userId: 'u', cost: 5, takenAt: now }
  await db.insert(hintsTaken).values(names.map(accountId => ({ ...hint, accountId })))
  const award = { points: 7, reason: { en: 'x' }, madeAt: now }
  await db.insert(awards).values(names.map(accountId => ({ ...award, id: accountId, accountId })))
  const removed: string[] = []
  const changes = { ...ignored, removed: ({ id }: { id: string }) => void removed.push(id) }
  const solvers = await createSolvers({ database, bus, changes })
  await lose()
  expect(removed).toEqual([])

  const isOf = (table: typeof solves | typeof hintsTaken | typeof awards, id: string) =>
    eq(table.accountId, id)
  const earlier = new Date(now.getTime() - 1000)
  await db.delete(solves).where(isOf(solves, 'unsolved'))
  await db.update(solves).set({ solvedAt: earlier }).where(isOf(solves, 'credited'))
  await db.delete(awards).where(isOf(awards, 'awarded'))
  await db.delete(hintsTaken).where(isOf(hintsTaken, 'hinted'))
  await db.update(accounts).set({ displayName: 'New' }).where(eq(accounts.id, 'renamed'))
  await db.update(accounts).set({ hiddenAt: now }).where(eq(accounts.id, 'hidden'))
  await db.update(accounts).set({ scoreGroup: 'other' }).where(eq(accounts.id, 'moved'))
  for (const table of [solves, hintsTaken, awards])
    await db.delete(table).where(isOf(table, 'gone'))
  await db.delete(accounts).where(eq(accounts.id, 'gone'))
  await lose()
  const usual = { name: '', group: 'open', flags: [now, now], hints: 1, awards: 1 }
  const shown = names.map(id => {
    const one = solvers.get(id)
    const flags = one?.challenges.get('web/one') ?? []
    return {
      name: one?.displayName === id ? '' : one?.displayName,
      group: one?.group,
      flags: flags.map(({ at }) => new Date(at)),
      hints: one?.hints.size,
      awards: one?.awards.size,
    }
  })
  expect(Object.fromEntries(names.map((id, at) => [id, shown[at]]))).toEqual({
    same: usual,
    unsolved: { ...usual, flags: [] },
    credited: { ...usual, flags: [earlier, earlier] },
    awarded: { ...usual, awards: 0 },
    hinted: { ...usual, hints: 0 },
    renamed: { ...usual, name: 'New' },
    hidden: usual,
    moved: { ...usual, group: 'other' },
    gone: { flags: [] },
  })
  expect(solvers.inGroup('open').map(({ id }) => id)).not.toContain('hidden')
  // Boards get no other message.
  expect(removed.toSorted()).toEqual(names.slice(1).toSorted())
})

/** A database that reads solves at once, but delivers them late. */
function createSlowSolves(database: Database) {
  let gate: Promise<void> | null = null
  let read = Promise.withResolvers<void>()
  const slowly = <T extends object>(query: T): T =>
    new Proxy(query, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (name !== 'then') return (...given: unknown[]) => slowly(value.apply(target, given))
        return async (done: (rows: unknown) => void, failed: (error: unknown) => void) => {
          const until = gate
          try {
            const rows = await (target as PromiseLike<unknown>)
            read.resolve()
            await until
            done(rows)
          } catch (error) {
            failed(error)
          }
        }
      },
    })
  const db = new Proxy(database.db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'select' || !gate)
        return typeof value === 'function' ? value.bind(target) : value
      return (...given: unknown[]) => {
        const selected = value.apply(target, given)
        return {
          from: (table: unknown) =>
            (table === solves ? slowly : (one: object) => one)(selected.from(table)),
        }
      }
    },
  })
  return {
    database: { ...database, db } as Database,
    /** @returns delivers what was held */
    hold() {
      const opening = Promise.withResolvers<void>()
      gate = opening.promise
      read = Promise.withResolvers<void>()
      return opening.resolve
    },
    isRead: () => read.promise,
    letPass() {
      gate = null
    },
  }
}
