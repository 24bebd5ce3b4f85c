import { describe, expect, test } from 'vitest'
import { fromCallback } from 'xstate'
import type { TabsEvent, TellTabs } from '../../../src/machines/live/events.ts'
import { calm, startPlaying } from '../../properties/steps.ts'
import { createAppWorld } from '../../properties/world.ts'
import { running } from '../../support/challenge.ts'
import { createFakeApp } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

const MINUTE = 60

/** How often each resource is read within ten minutes on the page at `path`. */
function callsInTenMinutes(path: string): Record<string, number> {
  const world = createAppWorld()
  startPlaying(world)
  world.visit(path)
  calm(world, 1, 0)
  const calls: Record<string, number> = {}
  for (let second = 0; second < 10 * MINUTE; second++) {
    world.time.pass(1000)
    for (const { call } of world.flights) calls[call] = (calls[call] ?? 0) + 1
    calm(world, 1, 0)
  }
  return calls
}

/** The interval has ten percent of jitter, and ends between two checks of this test. */
const every = (seconds: number) => {
  const calls = (10 * MINUTE) / seconds
  return { from: Math.floor(calls * 0.85), to: Math.ceil(calls * 1.15) }
}

test('user and stats are polled every 10 s, the team every 60 s, solve times every 50 s', () => {
  const calls = callsInTenMinutes('/solves-calendar')
  const intervals = { user: 10, stats: 10, team: 60, solveTimes: 50 }
  for (const [call, seconds] of Object.entries(intervals)) {
    const { from, to } = every(seconds)
    expect(calls[call], call).toBeGreaterThanOrEqual(from)
    expect(calls[call], call).toBeLessThanOrEqual(to)
  }
  expect(Object.keys(calls).sort()).toEqual(Object.keys(intervals).sort())
})

const metadata = {
  ctfStart: '2026-05-01T08:00:00.000Z',
  ctfEnd: '2026-05-03T08:00:00.000Z',
  ctfPostPlayEnd: '2026-05-04T08:00:00.000Z',
  flagPrefix: 'GUIDON',
}
const team = { id: 't1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] }

test.each([
  ['getUser', '/', 10],
  ['getStats', '/', 10],
  ['getTeam', '/', 60],
  ['getInstance', '/challenge/web/login', 10],
  ['getScoreboard', '/scoreboard', 50],
  ['getSolveTimes', '/solves-calendar', 50],
] as const)('%s on %s is called every %i s, without jitter', async (call, path, seconds) => {
  const { countOf, pass } = createFakeApp({
    path,
    server: {
      getMetadata: { ...metadata, teamModeEnabled: true },
      getTeam: team,
      getInstance: running,
      getScoreboard: { entries: [] },
      getSolveTimes: { categories: [] },
    },
  })
  for (let step = 0; step < 4; step++) await settled()
  const moments: number[] = []
  for (let second = 1; second <= 2.5 * seconds; second++) {
    const before = countOf(call)
    pass(1_000)
    await settled()
    if (countOf(call) > before) moments.push(second)
  }
  expect(moments).toEqual([seconds, 2 * seconds])
})

test('metadata is loaded once', async () => {
  const { countOf, pass } = createFakeApp({ path: '/' })
  for (let second = 0; second < 10 * MINUTE; second++) {
    pass(1_000)
    await settled()
  }
  expect([countOf('getMetadata'), countOf('getUser') > 50]).toEqual([1, true])
})

test.each([
  [['event', 'of a later version'], 1],
  [['queue'], 0],
  [undefined, 0],
])(
  'with the extensions %j, the details of the event are asked for %i times',
  async (names, times) => {
    const { countOf, pass } = createFakeApp({
      path: '/',
      server: {
        getMetadata: { ...metadata, teamModeEnabled: false, ...(names && { extensions: names }) },
        getEvent: { name: 'Field Day' },
      },
    })
    for (let second = 0; second < 2 * MINUTE; second++) {
      await settled()
      pass(1_000)
    }
    expect(countOf('getEvent')).toBe(times)
  },
)

test.each([
  [true, 1],
  [false, 0],
])('with team mode %j, the team is asked for %i times at first', async (teamModeEnabled, times) => {
  const server = { getMetadata: { ...metadata, teamModeEnabled }, getTeam: team }
  const fake = createFakeApp({ path: '/', server })
  await settled()
  await settled()
  expect(fake.countOf('getTeam')).toBe(times)
  for (let second = 0; second < 66; second++) {
    fake.pass(1_000)
    await settled()
  }
  expect(fake.countOf('getTeam')).toBe(2 * times)
  expect(fake.countOf('getUser')).toBeGreaterThan(5)
})

describe('with the live stream', () => {
  function startLive(extensions: readonly string[], path = '/') {
    let notifyApp: (event: TabsEvent) => void = () => {}
    const users: string[] = []
    const app = createFakeApp({
      path,
      server: {
        getMetadata: { ...metadata, teamModeEnabled: false, extensions: [...extensions] },
        getUser: { id: 'u1', username: 'alice', externalId: 'x1', vpn: noVpn },
        getInstance: running,
        getScoreboard: { entries: [] },
      },
      device: {
        liveTabs: fromCallback<TabsEvent | TellTabs, { readonly userId: string }>(
          ({ input, sendBack }) => {
            users.push(input.userId)
            notifyApp = sendBack
          },
        ),
      },
    })
    const seconds = async (count: number) => {
      for (let second = 0; second < count; second++) {
        // Another tab has the stream, and receives the server's heartbeats.
        if (second % 20 === 0) notifyApp({ type: 'tab.received', lastId: 'a.1' })
        app.pass(1000)
        await settled()
      }
    }
    return { ...app, seconds, users, tell: (event: TabsEvent) => notifyApp(event) }
  }

  test('user, stats, instance and scoreboard are polled once a minute, and the metadata is not', async () => {
    for (const path of ['/challenge/web/login', '/scoreboard']) {
      const { countOf, seconds } = startLive(['live'], path)
      await settled()
      // An interval that began before the stream still ends once.
      await seconds(60)
      const names = ['getUser', 'getStats', 'getInstance', 'getScoreboard', 'getMetadata'] as const
      const before = names.map(countOf)
      await seconds(600)
      const page = path === '/scoreboard' ? [0, 10] : [10, 0]
      expect(names.map((name, at) => countOf(name) - (before[at] ?? 0))).toEqual([
        10,
        10,
        ...page,
        0,
      ])
    }
  })

  test('data that could not be read is read again at its usual interval', async () => {
    const { server, countOf, seconds } = startLive(['live'])
    await settled()
    await seconds(60)
    server.getStats = new Error('No luck.')
    await seconds(60)
    const before = countOf('getStats')
    await seconds(60)
    expect(countOf('getStats') - before).toBe(6)
  })

  test('when it is lost, all is read once and polled as without it', async () => {
    const { countOf, seconds, tell } = startLive(['live'])
    await settled()
    await seconds(61)
    const before = countOf('getStats')
    tell({ type: 'tab.lost' })
    await settled()
    expect(countOf('getStats')).toBe(before + 1)
  })

  test('a solve of the team is read at once, and nothing that it does not concern', async () => {
    const { countOf, seconds, tell } = startLive(['live'], '/challenge/web/login')
    await settled()
    await seconds(61)
    const names = ['getStats', 'getChallenge', 'getUser', 'getInstance'] as const
    const before = names.map(countOf)
    const asked = () => names.map((name, at) => countOf(name) - (before[at] ?? 0))
    const news = { type: 'tab.news', topic: 'solve' } as const
    tell({ ...news, challenge: { categorySlug: 'web', challengeSlug: 'shop' } })
    await settled()
    expect(asked()).toEqual([1, 0, 0, 0])
    tell({ ...news, challenge: { categorySlug: 'web', challengeSlug: 'login' } })
    await settled()
    expect(asked()).toEqual([2, 1, 0, 0])
    tell({ type: 'tab.news', topic: 'environment' })
    await settled()
    expect(asked()).toEqual([3, 1, 0, 1])
    tell({ type: 'tab.news', topic: 'of the future' as never })
    await settled()
    expect(asked()).toEqual([3, 1, 0, 1])
    expect(countOf('getMetadata')).toBe(1)
    tell({ type: 'tab.news', topic: 'event' })
    await settled()
    expect(countOf('getMetadata')).toBe(2)
  })

  test('a backend without it is not asked for it', async () => {
    const { users, seconds, countOf } = startLive([])
    await settled()
    await seconds(60)
    expect(users).toEqual([])
    expect(countOf('getStats')).toBeGreaterThan(5)
    const other = startLive(['live'])
    await other.seconds(1)
    expect(other.users).toEqual(['u1'])
  })
})

const noVpn = { connected: false, ipv4Address: null }
