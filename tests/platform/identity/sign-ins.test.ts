import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import {
  oidcRecords,
  signInAccounts,
  signIns as signInsTable,
} from '../../../platform/database/schema.ts'
import { createSignIns, type SignIns } from '../../../platform/identity/sign-ins.ts'
import { openTestDatabase } from '../test-database.ts'

let database: Database
let signIns: SignIns
const ended: string[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  signIns = createSignIns(database, { endSession: async uid => void ended.push(uid) })
  const common = { password: '', createdAt: new Date() }
  await database.db.insert(signInAccounts).values(
    ['alice', 'bob'].map(id => ({
      id,
      username: id,
      usernameKey: id,
      ...common,
    })),
  )
})
afterAll(() => database.close())

const hour = 60 * 60_000
/** The session of a browser, as the provider stores it. */
const openSession = (uid: string, accountId: string, expiresAt = new Date(Date.now() + hour)) =>
  database.db
    .insert(oidcRecords)
    .values({ model: 'Session', id: uid, uid, payload: { accountId }, expiresAt })
const uidsOf = async (account: string) => (await signIns.list(account)).map(({ uid }) => uid).sort()

test('an account sees its own sign-ins, as long as their sessions last and are its own', async () => {
  await openSession('here', 'alice')
  await openSession('over', 'alice', new Date(Date.now() - hour))
  await openSession('given away', 'bob')
  await openSession('of bob', 'bob')
  for (const uid of ['here', 'over', 'given away']) await signIns.note(uid, 'alice', 'Firefox')
  await signIns.note('of bob', 'bob', 'Firefox')
  expect(await uidsOf('alice')).toEqual(['here'])
  expect(await uidsOf('bob')).toEqual(['of bob'])
  // The browser returns to the app with its new account.
  await signIns.note('given away', 'bob', 'Firefox')
  expect(await uidsOf('bob')).toEqual(['given away', 'of bob'])
})

test('a browser that returns is as it calls itself now, and is shown once', async () => {
  const [before] = await signIns.list('alice')
  await signIns.note('here', 'alice', 'Chrome'.repeat(100))
  const [after, ...others] = await signIns.list('alice')
  expect(after?.userAgent).toBe('Chrome'.repeat(50))
  expect(after?.madeAt).toEqual(before?.madeAt)
  expect(others).toEqual([])
})

test('an account ends no sign-in of another', async () => {
  await signIns.end('alice', 'of bob')
  expect(ended).toEqual([])
  await signIns.endOthers('bob', 'of bob')
  expect(ended).toEqual(['given away'])
})

test('the sign-in that was used last comes first: by a return to the app, or by a renewal', async () => {
  const wasUsed = async (uid: string, hours: number) => {
    const usedAt = new Date(Date.now() - hours * hour)
    await database.db.update(signInsTable).set({ usedAt }).where(eq(signInsTable.uid, uid))
  }
  for (const uid of ['phone', 'laptop']) {
    await openSession(uid, 'alice')
    await signIns.note(uid, 'alice', uid)
  }
  const uids = async () =>
    (await signIns.list('alice')).map(({ uid }) => uid).filter(uid => uid !== 'here')
  for (const use of [() => signIns.note('phone', 'alice', 'phone'), () => signIns.touch('phone')]) {
    await wasUsed('phone', 2)
    await wasUsed('laptop', 1)
    expect(await uids()).toEqual(['laptop', 'phone'])
    await use()
    expect(await uids()).toEqual(['phone', 'laptop'])
  }
})
