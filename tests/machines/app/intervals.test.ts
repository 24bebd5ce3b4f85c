import { expect, test } from 'vitest'
import { calm, startPlaying } from '../../properties/steps.ts'
import { createWorld } from '../../properties/world.ts'
import { running } from '../../support/challenge.ts'
import { createFakeApp } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

const MINUTE = 60

/** How often each resource is asked for in ten minutes before the page at `path`. */
function callsInTenMinutes(path: string): Record<string, number> {
  const world = createWorld()
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

/** The interval carries ten percent of jitter, and ends between two looks of this test. */
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
