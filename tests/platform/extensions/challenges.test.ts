import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  accounts,
  hintsTaken,
  solves,
  teamMembers,
  teams,
} from '../../../platform/database/schema.ts'
import type { EnvironmentDriver } from '../../../platform/environments/driver.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, lockedChallenges, writeEvent } from '../core/events.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'

const processesOnly: EnvironmentDriver = {
  ...idleEngine,
  unsupported: ({ kind }) => (kind === 'process' ? null : 'no Docker engine answers'),
}

let platform: TestPlatform
const clock = createSimulatedClock(during)
beforeAll(async () => {
  const boxed = { name: 'Boxed', category: 'More', description: 'Open.', value: 100 }
  const eventFolder = await writeEvent({}, [
    ...lockedChallenges,
    { ...boxed, flags: ['TEST{boxed}'], environment: { image: 'boxed', ports: [7000] } },
  ])
  platform = await startPlatform({ eventFolder, clock, environmentDriver: processesOnly })
})
afterAll(() => platform.close())

let serial = 0
async function newParticipant(): Promise<Caller> {
  const call = await platform.as(`user${++serial}`)
  await call('POST', '/v1/teams', { name: `Team ${serial}` })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return call
}
const more = (slug: string, rest = '') => `/v1/challenges/${slug}${rest}?category=more`
const solve = async (call: Caller, slug: string) =>
  (await call('POST', more(slug, '/solve'), { flag: `TEST{${slug}}` })).body
const listed = async (call: Caller, slug: string) =>
  (await call('GET', '/v1/challenges/')).body.find((one: { slug: string }) => one.slug === slug)
const stats = async (call: Caller) => (await call('GET', '/v1/user/stats')).body

let call: Caller
beforeEach(async () => {
  call = await newParticipant()
})

describe('the list', () => {
  test('says what a challenge is worth, who solved it, what it requires, and if it has nothing to start', async () => {
    const before = await listed(call, 'hinted')
    expect(before).toMatchObject({ points: 100, solves: 0, firstBlood: null, tags: ['warm'] })
    const time = new Date(clock.now()).toISOString()
    await solve(call, 'hinted')
    const { accountId, accountDisplayName: displayName } = await stats(call)
    // For users who solved nothing meanwhile, a board that takes a long time to make may be a moment older.
    const second = await newParticipant()
    clock.advance(1)
    await solve(second, 'hinted')
    expect(await listed(second, 'hinted')).toMatchObject({
      solves: 2,
      firstBlood: { accountId, displayName, time },
    })
    expect((await listed(call, 'locked')).requires).toEqual([
      { categorySlug: 'more', challengeSlug: 'hinted' },
    ])
    expect((await listed(call, 'locked')).hasEnvironment).toBe(undefined)
    expect((await listed(call, 'hinted')).hasEnvironment).toBe(false)
    const { body } = await call('GET', more('hinted', '/solves'))
    expect(body.solves[0]).toEqual({ accountId, displayName, time })
    expect(body.solves).toHaveLength(2)
  })

  test('is the same for all accounts of a group, so that a client may keep it', async () => {
    const other = await newParticipant()
    await solve(other, 'hinted')
    const own = await other('GET', '/v1/challenges/')
    const etag = own.headers.get('etag') ?? ''
    const reply = await call('GET', '/v1/challenges/', undefined, { 'if-none-match': etag })
    expect(reply.status).toBe(304)
  })

  test('says nothing of other groups', async () => {
    const closed = await platform.as(`closed${++serial}`)
    await closed('POST', '/v1/teams', { name: `Closed ${serial}` })
    const group = { scoreGroup: 'closed', password: 'sesame' }
    await closed('POST', '/v1/score_groups/select', group)
    await solve(call, 'hinted')
    expect(await listed(closed, 'hinted')).toMatchObject({ solves: 0, firstBlood: null })
    expect((await closed('GET', more('hinted', '/solves'))).body.solves).toEqual([])
  })
})

test('an environment can be started if an engine here runs it', async () => {
  const canBeStarted = async (path: string) =>
    (await call('GET', `/v1/challenges/${path}`)).body.canBeStarted
  expect(await canBeStarted('bound?category=net')).toBe(true)
  expect(await canBeStarted('boxed?category=more')).toBe(false)
  expect(await canBeStarted('plain?category=misc')).toBe(false)
})

test("the user's own state has each challenge of which a flag is solved, and who solved it", async () => {
  expect((await stats(call)).challenges).toEqual([])
  const flag = (text: string) => ({ flag: `TEST{${text}}` })
  await call('POST', '/v1/challenges/triple/solve?category=misc', flag('one'))
  await solve(call, 'hinted')
  const { username } = (await call('GET', '/v1/user')).body
  expect((await stats(call)).challenges).toEqual([
    {
      categorySlug: 'misc',
      slug: 'triple',
      name: 'Triple',
      solvedFlags: 1,
      totalFlags: 3,
      points: 33,
    },
    {
      name: 'Hinted',
      categorySlug: 'more',
      slug: 'hinted',
      solvedFlags: 1,
      totalFlags: 1,
      points: 100,
      solvedAt: new Date(clock.now()).toISOString(),
      solvedBy: username,
    },
  ])
})

describe('a hint', () => {
  const dear = more('hinted', '/hints/dear')

  test('that is free is open; another one opens when it is taken, and costs its points once', async () => {
    const hints = async () => (await call('GET', more('hinted'))).body.hints
    const free = { id: '1', cost: 0, text: 'Free.' }
    expect(await hints()).toEqual([free, { id: 'dear', cost: 30 }])
    await solve(call, 'hinted')
    for (const _ of ['first', 'again'])
      expect((await call('POST', dear)).body).toEqual({ id: 'dear', cost: 30, text: 'Dear.' })
    expect(await hints()).toEqual([free, { id: 'dear', cost: 30, text: 'Dear.' }])
    expect(await stats(call)).toMatchObject({ hintCosts: 30, score: { points: 70 } })
    const { accountId } = await stats(call)
    const { entries } = (await call('GET', '/v1/stats/scoreboard')).body
    const own = entries.find((one: { accountId: string }) => one.accountId === accountId)
    expect(own.points).toBe(70)
  })

  test('that is free costs nothing when it is asked for', async () => {
    expect((await call('POST', more('hinted', '/hints/1'))).body.text).toBe('Free.')
    expect((await stats(call)).hintCosts).toBe(0)
  })

  test('that is not there is not found', async () => {
    expect((await call('POST', more('hinted', '/hints/none'))).body.code).toBe('NOT_FOUND')
  })

  test('keeps its cost in the database, above nothing and once for an account', async () => {
    await call('POST', dear)
    const [row] = await platform.database.db.select().from(hintsTaken)
    const again = platform.database.db.insert(hintsTaken)
    await expect(again.values(row as never)).rejects.toThrow()
    await expect(again.values({ ...row, hintId: 'x', cost: 0 } as never)).rejects.toThrow()
  })
})

describe('a locked challenge', () => {
  const code = async (reply: ReturnType<Caller>) => (await reply).body?.code ?? 'ok'

  test('opens when all that it requires are solved, and says which are missing', async () => {
    const ways: [string, string, object?][] = [
      ['GET', more('locked')],
      ['PUT', more('locked', '/instance')],
      ['POST', more('locked', '/solve'), { flag: 'TEST{locked}' }],
      ['POST', more('locked', '/hints/1')],
    ]
    for (const [method, path, body] of ways)
      expect(await code(call(method, path, body)), path).toBe('REQUIREMENTS_NOT_MET')
    expect((await call('GET', more('locked'))).body.message).toContain('Hinted')
    await solve(call, 'hinted')
    expect(await code(call('GET', more('locked')))).toBe('ok')
    expect(await solve(call, 'locked')).toEqual({ status: 1 })
    expect(await code(call('GET', more('inner')))).toBe('REQUIREMENTS_NOT_MET')
    await call('POST', '/v1/challenges/plain/solve?category=misc', { flag: 'TEST{plain}' })
    expect(await solve(call, 'inner')).toEqual({ status: 1 })
  })

  test('opens by a flag that only the database knows of yet', async () => {
    const { accountId } = await stats(call)
    const before = { accountId, category: 'more', slug: 'hinted', flagId: '1' }
    const solve = { ...before, userId: 'x', solvedAt: during, counts: true }
    await platform.database.db.insert(solves).values(solve)
    expect(await code(call('GET', more('locked')))).toBe('ok')
  })
})

test('a team that took a hint keeps its result when its last member leaves', async () => {
  const { accountId } = await stats(call)
  await call('POST', more('hinted', '/hints/dear'))
  const { db } = platform.database
  await db.delete(teamMembers).where(eq(teamMembers.teamId, accountId))
  expect(await db.select().from(teams).where(eq(teams.id, accountId))).toEqual([])
  expect(await db.select().from(accounts).where(eq(accounts.id, accountId))).toHaveLength(1)
})

test('after a restart, hints are paid for as before; after the end, none can be taken', async () => {
  const late = createSimulatedClock(end.getTime() - 1)
  const twin = { name: 'Twin', category: 'More', value: 100, flags: ['TEST{twin}'] }
  const options = {
    eventFolder: await writeEvent({}, [
      ...lockedChallenges,
      { ...twin, hints: [{ id: 'dear', content: 'Twin.', cost: 5 }] },
    ]),
    database: platform.database,
  }
  const first = await startPlatform({ ...options, clock: late })
  const caller = await first.as('late')
  await caller('POST', '/v1/teams', { name: 'Late' })
  await caller('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await caller('POST', more('hinted', '/hints/dear'))
  await (await first.as('other'))('POST', '/v1/teams', { name: 'Other' })
  await (await first.as('other'))('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await first.close()
  late.advance(1)
  const second = await startPlatform({ ...options, clock: late })
  const again = await second.as('late')
  expect(await stats(again)).toMatchObject({ hintCosts: 30, score: { points: -30 } })
  expect((await again('POST', more('hinted', '/hints/dear'))).body.text).toBe('Dear.')
  // What another team paid for is not free.
  const other = await second.as('other')
  expect((await other('POST', more('hinted', '/hints/dear'))).body.code).toBe('TIME_RESTRICTED')
  await solve(again, 'hinted')
  expect((await again('POST', more('locked', '/hints/1'))).body.code).toBe('TIME_RESTRICTED')
  // Nor is one of another challenge that is called the same.
  expect((await again('POST', more('twin', '/hints/dear'))).body.code).toBe('TIME_RESTRICTED')
  expect((await stats(again)).hintCosts).toBe(30)
  await second.close()
})
