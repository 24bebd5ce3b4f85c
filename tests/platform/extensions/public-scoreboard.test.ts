import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { accounts } from '../../../platform/database/schema.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { before, during, end, writeEvent } from '../core/events.ts'
import { noLimits, startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'

const path = '/v1/public/scoreboard'

let clock: SimulatedClock
let platform: TestPlatform
beforeEach(() => {
  clock = createSimulatedClock(during)
})
afterEach(() => platform.close())

async function start(
  settings: Record<string, unknown> = { publicScoreboard: true },
  database?: Database,
) {
  const eventFolder = await writeEvent({ teamMode: false, ...settings })
  const limits = { ...noLimits, publicCall: { perAddress: 30, seconds: 60 } }
  platform = await startPlatform({ eventFolder, clock, limits, ...(database && { database }) })
}
const read = async (headers = {}) => {
  const response = await platform.fetch(path, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}
const extensions = async () => (await (await platform.fetch('/v1/metadata')).json()).extensions
async function join(name: string, scoreGroup = 'open') {
  const call = await platform.as(name)
  await call('POST', '/v1/score_groups/select', { scoreGroup, password: 'sesame' })
  return {
    solve: (slug: string, flag = slug) =>
      call('POST', `/v1/challenges/${slug}/solve?category=misc`, { flag: `TEST{${flag}}` }),
  }
}
/** The listed accounts, group by group. */
const listed = async () =>
  (await read()).body.groups.map(({ slug, entries }: Group) => [
    slug,
    ...entries.map(({ displayName, flags }) => `${displayName} ${flags}`),
  ])
interface Group {
  slug: string
  entries: { displayName: string; flags: number }[]
}

test('an event that does not allow it has no public scoreboard, and does not name it', async () => {
  await start({})
  expect(await extensions()).not.toContain('publicScoreboard')
  expect(await read()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('everybody sees the best of each score group, without a token', async () => {
  await start()
  const [anna, ben] = [await join('anna'), await join('ben'), await join('cleo', 'closed')]
  await anna.solve('plain')
  await ben.solve('plain')
  await ben.solve('triple', 'one')
  expect(await extensions()).toContain('publicScoreboard')
  expect(await listed()).toEqual([
    ['open', 'ben 2', 'anna 1'],
    ['closed', 'cleo 0'],
  ])
  const { groups, frozenSince } = (await read()).body
  expect(frozenSince).toBe(null)
  expect(groups[0]).toMatchObject({ name: 'Open', accounts: 2 })
  expect(groups[0].entries[0]).not.toHaveProperty('rankBefore')
})

test('a solve in any group is seen, even if nothing is solved in the first one', async () => {
  await start()
  const cleo = await join('cleo', 'closed')
  expect(await listed()).toEqual([['open'], ['closed', 'cleo 0']])
  await cleo.solve('plain')
  expect(await listed()).toEqual([['open'], ['closed', 'cleo 1']])
})

test('it lists a hundred of each group at most, and says how many there are', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const rows = Array.from({ length: 101 }, (_, number) => ({
    id: `${number}`,
    displayName: `user${number}`,
    scoreGroup: 'open',
    scoreGroupAt: during,
    createdAt: during,
  }))
  await database.db.insert(accounts).values(rows)
  await start({ publicScoreboard: true }, database)
  const [open] = (await read()).body.groups
  expect([open.entries.length, open.accounts]).toEqual([100, 101])
})

test('from the freeze on, it shows nobody what is solved', async () => {
  await start({ publicScoreboard: true, freeze: 'start + 2h' })
  const anna = await join('anna')
  await anna.solve('plain')
  clock.advance(2 * 3_600_000)
  await anna.solve('triple', 'one')
  expect(await listed()).toEqual([['open', 'anna 1'], ['closed']])
  expect((await read()).body.frozenSince).toBe('2026-06-01T12:00:00.000Z')
})

test('a team that its last member left before the start is on no board', async () => {
  clock = createSimulatedClock(before)
  await start({ publicScoreboard: true, teamMode: true })
  const call = await platform.as('anna')
  await call('POST', '/v1/teams', { name: 'Ants' })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const { id, members } = (await call('GET', '/v1/user/team')).body
  expect((await call('DELETE', `/v1/teams/${id}/members/${members[0].userId}`)).status).toBe(204)
  clock.advanceTo(during.getTime())
  expect(await listed()).toEqual([['open'], ['closed']])
})

test('before the start there is nothing to see', async () => {
  clock = createSimulatedClock(before)
  await start()
  expect((await read()).body.code).toBe('TIME_RESTRICTED')
})

test('any cache may keep it for a moment, and asks whether it has changed', async () => {
  await start()
  await join('anna')
  const { headers } = await read()
  expect(headers.get('cache-control')).toBe('public, max-age=10')
  const again = await read({ 'if-none-match': headers.get('etag') ?? '' })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=10'])
})

test('no cache keeps it beyond the end, which opens a frozen board', async () => {
  clock = createSimulatedClock(end.getTime() - 3500)
  await start()
  const kept = async () => {
    const responses = [await platform.fetch(path), await platform.fetch('/v1/public/ctftime.json')]
    return responses.map(({ headers }) => headers.get('cache-control'))
  }
  expect(await kept()).toEqual(Array(2).fill('public, max-age=3'))
  clock.advance(3500)
  expect(await kept()).toEqual(Array(2).fill('public, max-age=0'))
  clock.advance(1)
  expect(await kept()).toEqual(Array(2).fill('public, max-age=10'))
})

test('a refusal is kept by no cache', async () => {
  await start({})
  expect((await read()).headers.get('cache-control')).toBe('no-store')
})

test('one address asks thirty times a minute here, and then waits', async () => {
  await start()
  for (let times = 0; times < 30; times++) expect((await read()).status).toBe(200)
  const refused = await read()
  expect(refused.status).toBe(429)
  // The seconds that are left of the minute.
  const left = Number(refused.headers.get('retry-after'))
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(60)
})

test('CTFtime reads one board in its own form, as everybody may see it', async () => {
  const freeze = new Date(during.getTime() + 60_000).toISOString()
  await start({ publicScoreboard: true, freeze })
  const [anna, ben] = [await join('anna'), await join('ben'), await join('cleo')]
  await anna.solve('plain')
  clock.advance(2 * 60_000)
  await ben.solve('plain')
  const get = async (query = '') => {
    const response = await platform.fetch(`/v1/public/ctftime.json${query}`)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const { headers, body } = await get()
  expect(body).toEqual({
    standings: [
      { pos: 1, team: 'anna', score: 100, lastAccept: Math.floor(during.getTime() / 1000) },
    ],
  })
  expect(headers.get('cache-control')).toBe('public, max-age=10')
  expect((await get('?group=closed')).body).toEqual({ standings: [] })
  expect(await get('?group=__proto__')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test.each([
  ['the event does not allow it', {}, during, 404],
  ['it has not started', { publicScoreboard: true }, before, 403],
] as const)('CTFtime reads nothing while %s', async (_, settings, now, status) => {
  clock = createSimulatedClock(now)
  await start(settings)
  expect((await platform.fetch('/v1/public/ctftime.json')).status).toBe(status)
})
