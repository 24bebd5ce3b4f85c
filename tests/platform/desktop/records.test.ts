import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { desktops, replicas, users } from '../../../platform/database/schema.ts'
import { desktopRecords } from '../../../platform/desktop/records.ts'
import { openTestDatabase } from '../test-database.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
  const common = { issuer: 'embedded', createdAt: new Date(0) }
  await database.db
    .insert(users)
    .values(
      ['alice', 'bob'].map(id => ({ id, subject: id, username: id, externalId: id, ...common })),
    )
  await database.db.insert(replicas).values({ id: 'living', url: 'http://living', heartbeats: 1 })
  return () => database.close()
})

const of = (replica: string) => desktopRecords(database.db, replica)
const rowOf = async (id: string) =>
  (await database.db.select().from(desktops).where(eq(desktops.id, id)))[0]
const running = { status: 'running', stopAt: 60_000 } as const
const linkOf = (id: string) => `link of ${id}`
/** A desktop that runs on this replica. */
async function add(replica: string, userId: string, id: string) {
  expect(await of(replica).add({ userId, id }, 0)).toBe(true)
  await of(replica).save(id, { ...running, view: linkOf(id) })
}

test('a user has one desktop, and adding it again, after a lost answer, is no second one', async () => {
  await add('living', 'alice', 'first')
  expect(await of('living').add({ userId: 'alice', id: 'first' }, 0)).toBe(true)
  expect(await of('living').add({ userId: 'alice', id: 'second' }, 0)).toBe(false)
  expect(await rowOf('first')).toMatchObject({ status: 'running', owner: 'living' })
  expect(await rowOf('second')).toBeUndefined()
})

test('a replica neither changes nor deletes the row of a desktop that another one has', async () => {
  await add('living', 'alice', 'hers')
  await of('dead').save('hers', { status: 'error', stopAt: null, view: null })
  await of('dead').remove('hers')
  expect(await rowOf('hers')).toMatchObject({
    status: 'running',
    view: linkOf('hers'),
    owner: 'living',
  })
  expect(await of('dead').own()).toEqual([])
  expect(await of('living').own()).toMatchObject([{ id: 'hers', userId: 'alice' }])
})

test('a desktop is taken over, or given up, only when its replica is dead', async () => {
  await add('living', 'alice', 'hers')
  await add('dead', 'bob', 'his')
  expect(await of('other').claim('hers')).toBe(false)
  expect(await of('other').removeAbandoned('hers')).toBe(false)
  expect(await rowOf('hers')).toMatchObject({ owner: 'living', status: 'running' })

  expect((await of('other').find('bob'))?.owner).toBe(null)
  expect(await of('other').claim('his')).toBe(true)
  // Whether it still runs is found out after this.
  expect(await rowOf('his')).toMatchObject({ owner: 'other', status: 'stopped', stopAt: null })
  expect(await of('another').removeAbandoned('his')).toBe(true)
  expect(await rowOf('his')).toBeUndefined()
})

test('what the engine runs for a dead replica is known, and not taken for that of a living one', async () => {
  await add('living', 'alice', 'hers')
  await add('dead', 'bob', 'his')
  const { all, alive } = await of('living').known()
  expect([[...all].sort(), [...alive]]).toEqual([['hers', 'his'], ['hers']])
})

test('what the engine runs for this replica is known, though one that is alone has no row', async () => {
  await add('alone', 'alice', 'hers')
  expect([...(await of('alone').known()).alive]).toEqual(['hers'])
})

test('a replica gets back what it had, and desktops of an older version, and alone it gets all', async () => {
  await add('living', 'alice', 'hers')
  await add('dead', 'bob', 'his')
  expect(await of('other').claimOwn(false)).toEqual([])
  expect((await of('living').claimOwn(false)).map(({ id }) => id)).toEqual(['hers'])
  await database.db.update(desktops).set({ owner: null }).where(eq(desktops.id, 'his'))
  expect((await of('living').claimOwn(false)).map(({ id }) => id).sort()).toEqual(['hers', 'his'])
  expect((await of('other').claimOwn(true)).map(({ id }) => id).sort()).toEqual(['hers', 'his'])
  expect((await rowOf('his'))?.owner).toBe('other')
})

test('a link leads to a desktop that runs, and to no other', async () => {
  await add('living', 'alice', 'hers')
  expect(await of('other').findView(linkOf('hers'))).toEqual({ userId: 'alice', id: 'hers' })
  expect(await of('other').findView('other')).toBe(null)
  await of('living').save('hers', { ...running, status: 'stopping', view: linkOf('hers') })
  expect(await of('other').findView(linkOf('hers'))).toBe(null)
})
