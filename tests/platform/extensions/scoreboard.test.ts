import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { end, lockedChallenges, start, writeEvent } from '../core/events.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'

const minute = 60_000
const hour = 60 * minute
const at = (ms: number) => new Date(start.getTime() + ms).toISOString()

let platform: TestPlatform
let clock: SimulatedClock
const names = ['Ants', 'Bees', 'Cats']
const ids: Record<string, string> = {}

/** Tokens last a few minutes only. */
const as = (name: string) => platform.as(name.toLowerCase())

beforeAll(async () => {
  clock = createSimulatedClock(start.getTime() + minute)
  const freeze = new Date(end.getTime() - hour).toISOString()
  const eventFolder = await writeEvent({ freeze }, lockedChallenges)
  platform = await startPlatform({ eventFolder, clock })
  for (const name of names) {
    const call = await as(name)
    await call('POST', '/v1/teams', { name })
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    ids[name] = (await call('GET', '/v1/user/stats')).body.accountId
  }
  const closed = await as('Closed')
  await closed('POST', '/v1/teams', { name: 'Closed' })
  await closed('POST', '/v1/score_groups/select', { scoreGroup: 'closed', password: 'sesame' })
  ids.Closed = (await closed('GET', '/v1/user/stats')).body.accountId
})
afterAll(() => platform.close())

const moveTo = (ms: number) => clock.advanceTo(start.getTime() + ms)
async function solve(name: string, flag: string, challenge: string, category = 'misc') {
  const path = `/v1/challenges/${challenge}/solve?category=${category}`
  const { body } = await (await as(name))('POST', path, { flag: `TEST{${flag}}` })
  expect(body).toEqual({ status: 1 })
}
const get = async (name: string, path: string) => (await (await as(name))('GET', path)).body
const rows = async (name: string) => {
  const { entries } = await get(name, '/v1/stats/scoreboard')
  return entries.map((one: Record<string, unknown>) => {
    const { displayName, rank, points, lastSolve, rankBefore } = one
    return [displayName, rank, points, lastSolve, rankBefore]
  })
}
type Series = { displayName: string; points: { time: string; points: number }[] }[]
const history = async (name: string): Promise<Series> =>
  (await get(name, '/v1/stats/history')).series

describe('before the freeze', () => {
  test('rows have the time of the last flag, which breaks ties, and the rank of an hour ago', async () => {
    moveTo(2 * minute)
    await solve('Ants', 'hinted', 'hinted', 'more')
    moveTo(3 * minute)
    await solve('Bees', 'plain', 'plain')
    expect(await rows('Ants')).toEqual([
      ['Ants', 1, 100, at(2 * minute), null],
      ['Bees', 2, 100, at(3 * minute), null],
      ['Cats', 3, 0, null, null],
    ])
    moveTo(70 * minute)
    await solve('Bees', 'one', 'triple')
    await solve('Cats', 'plain', 'plain')
    expect(await rows('Bees')).toEqual([
      ['Bees', 1, 133, at(70 * minute), 2],
      ['Ants', 2, 100, at(2 * minute), 1],
      ['Cats', 3, 100, at(70 * minute), null],
    ])
  })

  test('the history has a point at each change, and ends at the score', async () => {
    await (await as('Bees'))('POST', '/v1/challenges/hinted/hints/dear?category=more')
    moveTo(80 * minute)
    await solve('Bees', 'two', 'triple')
    await solve('Bees', 'three', 'triple')
    const series = await history('Cats')
    expect(series.map(({ displayName }) => displayName)).toEqual(['Bees', 'Ants', 'Cats'])
    expect(series[0]?.points).toEqual([
      { time: at(3 * minute), points: 100 },
      { time: at(70 * minute), points: 133 },
      { time: at(70 * minute), points: 103 },
      { time: at(80 * minute), points: 136 },
      { time: at(80 * minute), points: 170 },
    ])
    expect((await get('Bees', '/v1/user/stats')).score.points).toBe(170)
  })

  test("an account's page has its members and what it solved whole", async () => {
    expect(await get('Ants', `/v1/accounts/${ids.Bees}`)).toEqual({
      accountId: ids.Bees,
      displayName: 'Bees',
      rank: 1,
      points: 170,
      members: [{ username: 'bees' }],
      solves: [
        {
          categorySlug: 'misc',
          challengeSlug: 'plain',
          name: 'Plain',
          points: 100,
          time: at(3 * minute),
        },
        {
          categorySlug: 'misc',
          challengeSlug: 'triple',
          name: 'Triple',
          points: 100,
          time: at(80 * minute),
        },
      ],
    })
  })

  test('an account of another group, or none, is not found', async () => {
    for (const id of [ids.Closed, 'none'])
      expect((await get('Ants', `/v1/accounts/${id}`)).code).toBe('NOT_FOUND')
  })

  test('an hour later, the rank before is another one, though nobody solved anything', async () => {
    const before = async () =>
      (await rows('Bees')).map(([name, , , , rank]: unknown[]) => `${name} ${rank}`)
    expect(await before()).toEqual(['Bees 2', 'Ants 1', 'Cats null'])
    moveTo(145 * minute)
    expect(await before()).toEqual(['Bees 1', 'Ants 2', 'Cats 3'])
  })
})

describe('from the freeze to the end', () => {
  test('others see nothing new, wherever they look; the account sees its own', async () => {
    clock.advanceTo(end.getTime() - hour)
    const before = await rows('Ants')
    const times = await get('Ants', '/v1/stats/solvetimes')
    const first = await get('Cats', '/v1/stats/scoreboard')
    expect(first.frozenSince).toBe(new Date(end.getTime() - hour).toISOString())
    await solve('Cats', 'hinted', 'hinted', 'more')
    await get('Cats', '/v1/challenges/')
    await solve('Cats', 'locked', 'locked', 'more')
    for (const name of names) expect(await rows(name)).toEqual(before)
    expect(await get('Ants', '/v1/stats/solvetimes')).toEqual(times)
    const counted = async (name: string) => {
      const list: { slug: string; solves: number }[] = await get(name, '/v1/challenges/')
      return ['locked', 'hinted', 'plain'].map(slug => list.find(one => one.slug === slug)?.solves)
    }
    expect(await counted('Ants')).toEqual([0, 1, 2])
    expect(await counted('Cats')).toEqual([1, 2, 2])
    // Whether somebody else solved it first in the freeze, nobody may learn.
    const locked = '/v1/challenges/locked?category=more'
    expect(await get('Cats', locked)).toMatchObject({ solves: 1, firstBlood: null })
    const solves = '/v1/challenges/locked/solves?category=more'
    expect((await get('Ants', solves)).solves).toEqual([])
    expect((await get('Cats', solves)).solves).toHaveLength(1)
    const earlier = await get('Cats', '/v1/challenges/plain/solves?category=misc')
    expect(earlier.solves.map((one: { displayName: string }) => one.displayName)).toEqual([
      ...['Bees', 'Cats'],
    ])
    expect((await history('Ants')).find(one => one.displayName === 'Cats')?.points).toHaveLength(1)
    expect((await history('Cats')).find(one => one.displayName === 'Cats')?.points).toHaveLength(3)
    expect((await get('Ants', `/v1/accounts/${ids.Cats}`)).solves).toHaveLength(1)
    expect(await get('Cats', `/v1/accounts/${ids.Cats}`)).toMatchObject({ points: 400, rank: 1 })
    expect((await get('Cats', '/v1/user/stats')).score).toMatchObject({ points: 400, rank: 1 })
    expect((await get('Bees', '/v1/user/stats')).score).toMatchObject({ points: 170, rank: 1 })
    // Its own page does not say either that somebody overtook it.
    expect(await get('Bees', `/v1/accounts/${ids.Bees}`)).toMatchObject({ points: 170, rank: 1 })
  })

  test('at the end, all is shown', async () => {
    clock.advanceTo(end)
    const { entries, frozenSince } = await get('Ants', '/v1/stats/scoreboard')
    expect(frozenSince).toBe(null)
    expect(entries[0]).toMatchObject({ displayName: 'Cats', points: 400 })
  })

  test('long after the end, the ranks of before are still those of an hour before it', async () => {
    const atEnd = await rows('Ants')
    clock.advance(3 * hour)
    expect(await rows('Ants')).toEqual(atEnd)
  })
})

test('a chart has the first ten accounts, and the one who reads it', async () => {
  const own = createSimulatedClock(start.getTime() + minute)
  const eventFolder = await writeEvent({ teamMode: false })
  const crowded = await startPlatform({ eventFolder, clock: own })
  onTestFinished(() => crowded.close())
  const users = Array.from({ length: 12 }, (_, index) => `user-${index + 10}`)
  for (const name of users) {
    const call = await crowded.as(name)
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    await call('POST', '/v1/challenges/plain/solve?category=misc', { flag: 'TEST{plain}' })
    own.advance(1000)
  }
  const shownTo = async (name = '') => {
    const { series } = (await (await crowded.as(name))('GET', '/v1/stats/history')).body
    return series.map((one: { displayName: string }) => one.displayName)
  }
  const [first, last] = [users[0], users.at(-1)]
  expect(await shownTo(first)).toEqual(users.slice(0, 10))
  expect(await shownTo(last)).toEqual([...users.slice(0, 10), last])
})

test('more than an hour into a freeze, the ranks of before still hide what was solved in it', async () => {
  const own = createSimulatedClock(start.getTime() + minute)
  const eventFolder = await writeEvent({ freeze: at(70 * minute), teamMode: false })
  const frozen = await startPlatform({ eventFolder, clock: own })
  onTestFinished(() => frozen.close())
  const submit = async (name: string, challenge: string) => {
    const call = await frozen.as(name)
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    const flag = `TEST{${challenge}}`
    const { body } = await call('POST', `/v1/challenges/${challenge}/solve?category=misc`, { flag })
    expect(body).toEqual({ status: 1 })
  }
  const ranksBefore = async () => {
    const { body } = await (await frozen.as('ant'))('GET', '/v1/stats/scoreboard')
    return body.entries.map((one: { displayName: string; rankBefore: number | null }) => [
      ...[one.displayName, one.rankBefore],
    ])
  }
  await submit('ant', 'plain')
  own.advance(60 * minute)
  await submit('bee', 'plain')
  own.advanceTo(start.getTime() + 70 * minute)
  const atFreeze = await ranksBefore()
  expect(atFreeze).toEqual([
    ['ant', 1],
    ['bee', null],
  ])
  own.advance(minute)
  await submit('bee', 'sinking')
  own.advance(69 * minute)
  expect(await ranksBefore()).toEqual(atFreeze)
})
