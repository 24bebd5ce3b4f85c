import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissions } from '../../../platform/database/schema.ts'
import { calls } from '../../../src/api/contract/every-call.ts'
import type { Call } from '../../../src/api/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { addressOf } from '../conformance/client.ts'
import { sampleOf } from '../conformance/sample.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { during, lockedChallenges, over, writeEvent } from './events.ts'
import { authorizationUrl, createBrowser, follow, proof } from './sign-in-browser.ts'

const database = await openTestDatabase()
const clock = createSimulatedClock(during)
let eventFolder: string
let platform: TestPlatform
let alice: Caller

beforeAll(async () => {
  eventFolder = await writeEvent({ publicScoreboard: true }, [
    ...lockedChallenges,
    {
      name: 'Page',
      category: 'Net',
      description: 'Look.',
      value: 100,
      flags: ['TEST{p}'],
      environment: { command: ['node', 'x.mjs'], ports: [7000] },
    },
  ])
  const before = await startPlatform({ eventFolder, clock, database })
  const playing = await before.as('alice')
  await playing('POST', '/v1/teams', { name: 'Hawks' })
  await playing('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const solve = '/v1/challenges/plain/solve?category=misc'
  expect((await playing('POST', solve, { flag: 'TEST{plain}' })).status).toBe(200)
  await playing('POST', solve, { flag: 'TEST{my password}' })
  await before.close()
  clock.advanceTo(over.getTime())
  platform = await startPlatform({ eventFolder, clock, database, isReadOnly: true, listen: true })
  alice = await platform.as('alice')
})
afterAll(async () => {
  await platform.close()
  await database.close()
})

test('a past event that is read-only shows challenges, files, solves and boards', async () => {
  const get = async (path: string) => {
    const { status, body } = await alice('GET', path)
    expect([path, status]).toEqual([path, 200])
    return body
  }
  expect(await get('/v1/metadata')).toMatchObject({ isReadOnly: true })
  expect(Date.parse((await get('/v1/metadata')).ctfPostPlayEnd)).toBeGreaterThan(over.getTime())
  const plain = await get('/v1/challenges/plain?category=misc')
  const [file] = plain.files ?? []
  const link = new URL(file?.url ?? plain.staticFilesArchiveUrl, platform.origin)
  expect((await platform.fetch(link.pathname + link.search)).status).toBe(200)
  expect(JSON.stringify(await get('/v1/stats/scoreboard'))).toContain('Hawks')
  expect(JSON.stringify(await get('/v1/stats/solvetimes'))).toContain('Plain')
  expect(JSON.stringify(await get('/v1/challenges/plain/solves?category=misc'))).toContain('Hawks')
  expect((await platform.fetch('/v1/public/scoreboard')).status).toBe(200)
})

test('what only a change would show is open: locked challenges, and hints that cost points', async () => {
  const { status, body } = await alice('GET', '/v1/challenges/hinted?category=more')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain('Dear.')
  expect((await alice('GET', '/v1/challenges/locked?category=more')).body.description).toBe('Open.')
})

test('nothing is started, and nobody gets a VPN or a desktop', async () => {
  const page = await alice('GET', '/v1/challenges/page/instance?category=net')
  expect(page.body).toMatchObject({ state: 'not-running' })
  expect((await alice('GET', '/v1/user/flugzeug/enabled')).body).not.toBe(true)
  const none = { connected: false, ipv4Address: null, isOffered: false }
  expect((await alice('GET', '/v1/user')).body.vpn).toEqual(none)
})

const changes = (Object.entries(calls) as [string, Call][]).filter(
  ([, { method }]) => method !== 'GET',
)
test.each(changes)('%s is refused', async (_name, call) => {
  const { params, body: sent } = sampleOf(call, 'Owls')
  const { status, body } = await alice(call.method, addressOf(call, params), sent)
  expect([status, body.code]).toEqual([403, 'TIME_RESTRICTED'])
  expect(body.message).toContain('can only be read')
})

test('users with an account sign in, and nobody creates one', async () => {
  const browser = createBrowser()
  const { challenge } = proof()
  const url = authorizationUrl(platform.origin, challenge)
  const { response } = await follow(browser, platform.origin, url)
  const text = await response?.text()
  expect(text).toContain('name="password"')
  expect(text).not.toContain('value="create"')
})

test('texts of wrong flags are deleted', async () => {
  const texts = () => database.db.select({ text: submissions.text }).from(submissions)
  await eventually(async () => expect(await texts()).toEqual([{ text: null }, { text: null }]))
})

test('an event that has not ended is not opened so', async () => {
  const early = createSimulatedClock(during)
  const own = await openTestDatabase()
  await expect(
    startPlatform({ eventFolder, clock: early, database: own, isReadOnly: true }),
  ).rejects.toThrow('--read-only: the event ends at 2026-06-02T10:00:00.000Z')
  await own.close()
})
