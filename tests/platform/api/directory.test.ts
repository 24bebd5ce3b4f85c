import { expect, test } from 'vitest'
import { createDirectory } from '../../../platform/api/directory.ts'
import { realClock } from '../../../platform/clock.ts'
import { users } from '../../../platform/database/schema.ts'
import type { EventDefinition } from '../../../platform/event/model.ts'
import type { Identity } from '../../../platform/identity/identity.ts'
import { losing, openBus } from '../open-bus.ts'

interface Names {
  username?: string
  displayName?: string
}

/** The directory of an event without teams. The issuer says these names. */
async function open(ofIssuer: Names = {}) {
  const { database, bus: real } = await openBus()
  const { bus, lose } = losing(real)
  const identity = { realm: 'issuer', describe: async () => ofIssuer } as unknown as Identity
  const event = { current: { teamMode: false } as EventDefinition }
  const directory = createDirectory({ database, bus, identity, event, clock: realClock })
  return { database, directory, lose }
}

/** A new user, of whom the token and then the issuer say these names. */
async function newcomer(inToken: Names, ofIssuer: Names) {
  const { directory } = await open(ofIssuer)
  const claims = { subject: 'subject-1', expires: 0, ...inToken }
  const { user, account } = await directory.resolve('token', claims)
  return [user.username, user.displayName, account?.displayName]
}

test.each<[Names, Names, (string | null)[]]>([
  [{ username: 'ann', displayName: 'Ann Bee' }, {}, ['ann', 'Ann Bee', 'Ann Bee']],
  [{ username: 'ann' }, { displayName: 'Ann Bee' }, ['ann', null, 'ann']],
  [{}, { username: 'ann', displayName: 'Ann Bee' }, ['ann', 'Ann Bee', 'Ann Bee']],
  [{}, { displayName: 'Ann Bee' }, ['Ann Bee', 'Ann Bee', 'Ann Bee']],
  [{}, {}, ['subject-1', null, 'subject-1']],
])(
  'a user with %j in the token and %j at the issuer is called %j',
  async (token, issuer, names) => {
    expect(await newcomer(token, issuer)).toEqual(names)
  },
)

test('after lost messages, a user and the names of members are read again', async () => {
  const { database, directory, lose } = await open()
  const claims = { subject: 'subject-1', username: 'ann', expires: 0 }
  const { user } = await directory.resolve('token', claims)
  const seen = async () => [
    (await directory.resolve('token', claims)).user.username,
    ...(await directory.members(user.id)).map(({ username }) => username),
  ]
  expect(await seen()).toEqual(['ann', 'ann'])
  await database.db.update(users).set({ username: 'bea' })
  expect(await seen()).toEqual(['ann', 'ann'])
  await lose()
  expect(await seen()).toEqual(['bea', 'bea'])
})

test('what was read of a user before a change is not kept', async () => {
  const { database, directory } = await open()
  const claims = { subject: 'subject-1', username: 'ann', expires: 0 }
  const { user } = await directory.resolve('token', claims)
  directory.forgetUser(user.id, '')
  const { db } = database
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const onConflictDoNothing = () => {
    asked.resolve()
    return answer.promise
  }
  const insert = () => ({ values: () => ({ onConflictDoNothing }) })
  Object.assign(database, { db: Object.assign(Object.create(db), { insert }) })
  const reading = directory.resolve('token', claims)
  await asked.promise
  await db.update(users).set({ username: 'bea' })
  directory.forgetUser(user.id, '')
  answer.resolve()
  expect((await reading).user.username).toBe('ann')
  Object.assign(database, { db })
  expect((await directory.resolve('token', claims)).user.username).toBe('bea')
})

test('a user who could not be read is read again at the next request', async () => {
  const { database, directory } = await open()
  const { db } = database
  const claims = { subject: 'subject-1', username: 'ann', expires: 0 }
  const where = () => Promise.reject(new Error('The database does not answer.'))
  Object.assign(database, { db: { select: () => ({ from: () => ({ where }) }) } })
  await expect(directory.resolve('token', claims)).rejects.toThrow()
  Object.assign(database, { db })
  expect((await directory.resolve('token', claims)).user.username).toBe('ann')
})

test('names that could not be read are read again for the next who asks', async () => {
  const { database, directory } = await open()
  const { user } = await directory.resolve('token', { subject: 's', username: 'ann', expires: 0 })
  const { db } = database
  const where = () => Promise.reject(new Error('The database does not answer.'))
  Object.assign(database, { db: { select: () => ({ from: () => ({ where }) }) } })
  await expect(directory.members(user.id)).rejects.toThrow()
  Object.assign(database, { db })
  expect(await directory.members(user.id)).toEqual([{ username: 'ann' }])
})
