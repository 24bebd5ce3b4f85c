import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { settings } from '../../../platform/database/schema.ts'
import { explainError } from '../../../platform/log-errors.ts'
import { openTestDatabase } from '../test-database.ts'
import { createWrittenLog } from '../written-log.ts'

const secret = 'a-token-of-somebody'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.insert(settings).values({ key: secret, value: 1 })
})
afterAll(() => database.close())

const failureOf = (failing: PromiseLike<unknown>): PromiseLike<unknown> =>
  failing.then(
    () => expect.unreachable(),
    error => error,
  )

function logged(fields: object): string {
  const { log, written } = createWrittenLog('info')
  log.error(fields, 'it failed')
  return written()
}

describe('an error of the database is logged without values', () => {
  const failures: [string, string, () => PromiseLike<unknown>][] = [
    ['a row that is there', '23505', () => database.db.insert(settings).values(row())],
    ['a text that is not a number', '22P02', () => database.db.execute(sql`select ${secret}::int`)],
    [
      'a check in a transaction',
      '22P02',
      () => database.once(tx => tx.execute(sql`select ${secret}::int`)),
    ],
  ]
  const row = () => ({ key: secret, value: { secret } })

  test.each(failures)('%s', async (_, code, fail) => {
    const error = await failureOf(fail())
    const text = logged({ err: error })
    expect(text).toContain(code)
    expect(text).toMatch(/insert into|select/)
    expect(text).not.toContain(secret)
    expect(explainError(error)).not.toContain(secret)
    expect(explainError(error)).toContain(code === '23505' ? 'settings_pkey' : code)
  })

  test('as the cause of others, and among several', async () => {
    const error = await failureOf(database.db.insert(settings).values(row()))
    const around = new Error('the account could not be made', {
      cause: new AggregateError([error, new Error('another')], 'two failed'),
    })
    const text = logged({ err: around })
    expect(text).not.toContain(secret)
    for (const part of ['the account could not be made', 'two failed', 'another', '23505'])
      expect(text).toContain(part)
  })
})

test('an error of our own keeps its message, code and stack', () => {
  const error = Object.assign(new Error('no such file'), { code: 'ENOENT', path: '/a' })
  const { err } = JSON.parse(logged({ err: error }))
  expect(err).toMatchObject({ type: 'Error', message: 'no such file', code: 'ENOENT', path: '/a' })
  expect(err.stack).toContain('log-errors.test.ts')
})

test.each([
  ...['authorization', 'cookie', 'password', 'flag', 'joinToken', 'token', 'access_token'],
  ...['refresh_token', 'id_token', 'privateKey'],
])('a field %s is in no log, however deep it is', name => {
  const own = { [name]: 'sesame', shown: 'yes' }
  const text = logged({ ...own, one: own, two: { inner: own } })
  expect(text).not.toContain('sesame')
  expect(text.match(/"shown":"yes"/g)).toHaveLength(3)
})
