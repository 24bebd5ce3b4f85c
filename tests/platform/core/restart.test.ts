import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/database/open.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { callerOf, startPlatform } from '../start-platform.ts'
import { fillDataFolder } from '../test-database.ts'
import { during, writeEvent } from './events.ts'

let folder: string
let eventFolder: string
const clock = createSimulatedClock(during)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidon-data-'))
  await fillDataFolder(folder)
  eventFolder = await writeEvent()
})
afterAll(() => rm(folder, { recursive: true }))

async function platform() {
  const database = await openDatabase({ folder: join(folder, 'database') })
  const started = await startPlatform({ eventFolder, clock, database })
  return {
    ...started,
    async close() {
      await started.close()
      await database.close()
    },
  }
}

test('after a restart everything is as it was, and tokens and answers still hold', async () => {
  const first = await platform()
  const token = await first.signIn('alice')
  const headers = { 'idempotency-key': 'once' }
  const before = callerOf(first.fetch, token)
  await before('POST', '/v1/teams', { name: 'Hawks' })
  await before('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const solve = [
    'POST',
    '/v1/challenges/plain/solve?category=misc',
    { flag: 'TEST{plain}' },
  ] as const
  const accepted = await before(...solve, headers)
  const stats = (await before('GET', '/v1/user/stats')).body
  const link = (await before('GET', '/v1/challenges/plain?category=misc')).body
    .staticFilesArchiveUrl
  await first.close()

  const second = await platform()
  const after = callerOf(second.fetch, token)
  expect((await after('GET', '/v1/user/stats')).body).toEqual(stats)
  expect(accepted.body).toEqual({ status: 1 })
  const replayed = await after(...solve, headers)
  expect(replayed.body).toEqual({ status: 1 })
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  expect((await after(...solve)).body).toEqual({ status: 3 })
  expect((await second.fetch(link)).status).toBe(200)
  await second.close()
})

test('an idempotency key is one request, and is forgotten after a day', async () => {
  const one = await platform()
  const bob = await one.as('bob')
  const headers = { 'idempotency-key': 'key' }
  expect((await bob('POST', '/v1/teams', { name: 'Kites' }, headers)).status).toBe(204)
  expect((await bob('POST', '/v1/teams', { name: 'Other' }, headers)).body.code).toBe(
    'VALIDATION_FAILED',
  )
  // The same refusal is also answered again.
  const late = { 'idempotency-key': 'late' }
  const refused = await bob('POST', '/v1/teams', { name: 'Third' }, late)
  expect(await bob('POST', '/v1/teams', { name: 'Third' }, late)).toMatchObject({
    status: refused.status,
    body: refused.body,
  })
  const other = { 'idempotency-key': 'other' }
  await bob('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const submit = (category: string, more: Record<string, string>) =>
    bob('POST', `/v1/challenges/plain/solve?category=${category}`, { flag: 'TEST{no}' }, more)
  expect((await submit('misc', other)).status).toBe(200)
  expect((await submit('net', other)).body.code).toBe('VALIDATION_FAILED')
  const long = { 'idempotency-key': 'k'.repeat(201) }
  expect((await submit('misc', long)).body.code).toBe('VALIDATION_FAILED')
  // Each user has separate keys.
  const carol = await one.as('carol')
  expect((await carol('POST', '/v1/teams', { name: 'Kites' }, headers)).body.code).toBe(
    'TEAM_NAME_TAKEN',
  )

  clock.advance(24 * 60 * 60_000 + 1)
  const again = await one.as('bob')
  const fresh = await again('POST', '/v1/teams', { name: 'Kites' }, headers)
  expect(fresh.headers.get('idempotency-replayed')).toBe(null)
  expect(fresh.body.code).toBe('VALIDATION_FAILED')
  await one.close()
})
