import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { accounts, environments, replicas } from '../../../platform/database/schema.ts'
import { createStore, type EnvironmentStore } from '../../../platform/environments/store.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { openTestDatabase } from '../test-database.ts'

const createdAt = new Date('2026-05-01T09:00:00Z')
let database: Database
let store: EnvironmentStore
const row = (
  id: string,
  accountId: string,
  owner: string | null,
  state: 'running' | 'stopping',
) => ({
  id,
  accountId,
  owner,
  state,
  slug: id,
  createdAt,
  category: 'net',
  driver: 'test',
  startedBy: 'alice',
})
beforeAll(async () => {
  database = await openTestDatabase()
  const clock = createSimulatedClock(createdAt)
  store = createStore({ database, driver: 'test', owner: 'here', changed: async () => {}, clock })
  const { db } = database
  await db.insert(replicas).values([
    { id: 'here', heartbeats: 1, url: 'http://10.0.0.4' },
    { id: 'there', heartbeats: 1, url: 'http://10.0.0.5' },
  ])
  await db.insert(accounts).values([
    { id: 'hawks', displayName: 'Hawks', createdAt },
    { id: 'kites', displayName: 'Kites', createdAt },
  ])
  await db
    .insert(environments)
    .values([
      row('mine', 'hawks', 'here', 'running'),
      row('far', 'hawks', 'there', 'running'),
      row('ending', 'hawks', 'there', 'stopping'),
      row('other', 'kites', 'there', 'running'),
    ])
})
afterAll(() => database.close())

test('requests are passed to another replica for what runs there only', async () => {
  expect(await store.replicaOf('far')).toEqual({ url: 'http://10.0.0.5' })
  for (const id of ['mine', 'ending', 'none']) expect(await store.replicaOf(id)).toBe(null)
})

test('an account has its own environments elsewhere, and no others', async () => {
  const idsOf = async (account?: string) => (await store.remote(account)).map(({ id }) => id).sort()
  expect(await idsOf('hawks')).toEqual(['ending', 'far'])
  expect(await idsOf('kites')).toEqual(['other'])
  expect(await idsOf()).toEqual(['ending', 'far', 'other'])
})

test('rows of replicas that are gone are taken over, and those of nobody, and no others', async () => {
  const { db } = database
  await db
    .insert(environments)
    .values([row('lost', 'hawks', 'gone', 'running'), row('free', 'kites', null, 'running')])
  const taken = await store.takeOver({ includingOwn: false })
  expect(taken.map(({ id, owner }) => `${id} ${owner}`).sort()).toEqual(['free here', 'lost here'])
  expect(await store.takeOver({ includingOwn: false })).toEqual([])
  expect((await store.own()).map(({ id }) => id).sort()).toEqual(['free', 'lost', 'mine'])
})

test('a slot is free up to the maximum, however large that is', async () => {
  const claim = (slug: string, maximum: number) =>
    store.claim({
      id: slug,
      accountId: 'eagles',
      category: 'net',
      slug,
      maximum,
      startedBy: 'alice',
      now: createdAt,
    })
  await database.db.insert(accounts).values({ id: 'eagles', displayName: 'Eagles', createdAt })
  expect(await claim('a', Number.MAX_SAFE_INTEGER)).toBe('claimed')
  expect(await claim('b', Number.MAX_SAFE_INTEGER)).toBe('claimed')
  expect(await claim('c', 2)).toBe('full')
  await database.db.delete(environments).where(eq(environments.id, 'a'))
  expect(await claim('c', 2)).toBe('claimed')
  const rows = await database.db
    .select()
    .from(environments)
    .where(eq(environments.accountId, 'eagles'))
  expect(rows.map(({ id, slot }) => `${id} ${slot}`).sort()).toEqual(['b 2', 'c 1'])
})
