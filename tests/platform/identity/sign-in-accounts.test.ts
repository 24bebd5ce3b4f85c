import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { realClock } from '../../../platform/clock.ts'
import { signInAccounts } from '../../../platform/database/schema.ts'
import { HashingBusyError } from '../../../platform/identity/passwords/hashing.ts'
import { createSignInAccounts } from '../../../platform/identity/sign-in-accounts.ts'
import { eventually } from '../../support/eventually.ts'
import { openTestDatabase } from '../test-database.ts'

const hashOf = (password: string) => `hash of ${password}`

/** Accounts with one, whose hash is outdated. @param ofEvent what the event names */
async function withOutdated(ofEvent: { username: string; password: string }[] = []) {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const id = randomUUID()
  const names = { username: 'alice', usernameKey: 'alice' }
  const row = { id, ...names, password: hashOf('demo'), createdAt: new Date() }
  await database.db.insert(signInAccounts).values(row)
  const hash = vi.fn(async (password: string) => hashOf(password))
  const verify = vi.fn(async (password: string, hashed: string) =>
    hashed.endsWith(hashOf(password)),
  )
  const accounts = createSignInAccounts({
    database,
    clock: realClock,
    hashing: { hash, verify, close: async () => {} },
    eventSignInAccounts: () => ofEvent,
    registration: () => 'open' as const,
  })
  return { accounts, hash, verify, id }
}

test('a password that is changed while an older hash is renewed stays changed', async () => {
  const { accounts, hash, id } = await withOutdated()
  const renewed = Promise.withResolvers<string>()
  hash.mockReturnValueOnce(renewed.promise)
  const signingIn = accounts.signIn('alice', 'demo')
  await eventually(() => expect(hash).toHaveBeenCalledWith('demo'))
  expect(await accounts.changePassword(id, 'demo', 'correct horse')).toBe(null)
  renewed.resolve(`renewed ${hashOf('demo')}`)
  await signingIn
  expect(await accounts.signIn('alice', 'demo')).toBe(null)
  expect(await accounts.signIn('alice', 'correct horse')).toMatchObject({ id })
})

test('of two sign-ins that renew one outdated hash at once, both are complete', async () => {
  const { accounts, hash, id } = await withOutdated()
  const slow = Promise.withResolvers<string>()
  hash.mockReturnValueOnce(slow.promise)
  const late = accounts.signIn('alice', 'demo')
  await eventually(() => expect(hash).toHaveBeenCalledWith('demo'))
  hash.mockResolvedValueOnce(`first ${hashOf('demo')}`)
  const proven = [await accounts.signIn('alice', 'demo')]
  slow.resolve(`second ${hashOf('demo')}`)
  proven.push(await late)
  for (const one of proven)
    expect(await accounts.isProof(id, typeof one === 'object' && one?.proof)).toBe(true)
})

test('a right password is accepted also when its outdated hash cannot be renewed', async () => {
  const { accounts, hash, id } = await withOutdated()
  hash.mockRejectedValueOnce(new HashingBusyError('too many wait', 5))
  const proven = await accounts.signIn('alice', 'demo')
  expect(proven).toMatchObject({ id, username: 'alice' })
})

test('a name that nobody has costs a check, as one that somebody has, so that its time tells nothing', async () => {
  const { accounts, verify } = await withOutdated()
  for (const name of ['alice', 'nobody', 'no\0body']) {
    verify.mockClear()
    expect(await accounts.signIn(name, 'wrong')).toBe(null)
    expect(verify, name).toHaveBeenCalledOnce()
  }
})

test('an account of the event signs in with its password in either form of Unicode', async () => {
  const password = 'p4ss wörd'
  const { accounts } = await withOutdated([
    { username: 'bob', password: password.normalize('NFC') },
  ])
  expect(await accounts.signIn('bob', `${password} `)).toBe(null)
  expect(await accounts.signIn('bob', password.normalize('NFD'))).toMatchObject({ username: 'bob' })
})

test('an account that the event names has accepted its terms by being named', async () => {
  const { accounts } = await withOutdated([{ username: 'bob', password: 'p4ss word' }])
  const terms = { hash: 'of the terms', isAccepted: false }
  for (const _ of ['first', 'second'])
    expect(await accounts.signIn('bob', 'p4ss word', terms)).toMatchObject({ username: 'bob' })
  expect(await accounts.signIn('alice', 'demo', terms)).toBe('termsNotAccepted')
})

test('a password is no longer because its letters are written in several parts', async () => {
  const { accounts } = await withOutdated()
  const four = 'öäüé'.normalize('NFD')
  expect(await accounts.create('erik', four, null)).toBe('passwordShort')
})
