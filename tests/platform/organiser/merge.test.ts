import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import {
  accounts,
  desktops,
  hintsTaken,
  submissions,
  users,
} from '../../../platform/database/schema.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, start, writeEvent } from '../core/events.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { writeFolder } from '../event/write-folder.ts'
import { interrupted } from '../interrupted.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { changesOf, files } from './organised.ts'

let clock: SimulatedClock
let platform: TestPlatform

const settings = {
  name: 'Fair',
  start: start.toISOString(),
  end: end.toISOString(),
  scoreGroups: [{ name: 'Open' }],
  teamMode: true,
  teamSize: 3,
}
const run = (command: string, input: object = {}, isDryRun = false) =>
  platform.composition.organiser.run({ command, input, who: 'olga', isDryRun })
const begin = async (more: object = {}, database?: Database) => {
  clock = createSimulatedClock(during)
  const eventFolder = await writeFolder(files({ ...settings, ...more }))
  platform = await startPlatform({ eventFolder, clock, ...(database && { database }) })
}
const play = async (username: string, team?: string) => {
  const call = await platform.as(username)
  if (team) {
    const { status } = await call('POST', '/v1/teams', { name: team })
    expect(status).toBe(204)
  }
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const solve = (slug: string, flag: string) => {
    clock.advance(1000)
    return call('POST', `/v1/challenges/${slug}/solve?category=web`, { flag })
  }
  return { call, solve }
}
type Played = Awaited<ReturnType<typeof play>>
type Hint = typeof hintsTaken.$inferSelect
const board = async ({ call }: Played) =>
  (await call('GET', '/v1/stats/scoreboard')).body.entries.map(
    (one: { displayName: string; points: number; lastSolve: string }) => [
      ...[one.displayName, one.points, one.lastSolve],
    ],
  )
const at = (seconds: number) => new Date(during.getTime() + seconds * 1000).toISOString()

beforeEach(() => () => platform.close())

test('two teams become one: members of both, each flag by its earlier time, hints paid once', async () => {
  await begin()
  const [ant, bee] = [await play('ant', 'Ants'), await play('bee', 'Bees')]
  await run('hint', { challenge: 'three', text: 'Paid.', cost: 10 })
  const { hints } = (await ant.call('GET', '/v1/challenges/three?category=web')).body
  for (const { call } of [ant, bee])
    await call('POST', `/v1/challenges/three/hints/${hints[0].id}?category=web`)
  await bee.solve('three', 'F{Three}')
  await ant.solve('three', 'F{Three}')
  await ant.solve('one', 'F{One}')
  await run('award', { account: 'Bees', points: 5, reason: 'Nice' })

  const asked = { from: 'bees', into: 'Ants' }
  const expected = [
    { what: 'Bees', before: '1 member', after: null },
    { what: 'members of Ants', before: '1', after: '2' },
    { what: 'awards of Ants', before: null, after: '1 more' },
  ]
  expect(await run('merge', asked, true)).toMatchObject({ kind: 'planned', changes: expected })
  expect((await board(ant)).map(([name]: [string]) => name)).toEqual(['Ants', 'Bees'])
  expect(changesOf(await run('merge', asked))).toEqual(expected)

  // 100 for Three and 100 for One, 10 less for the hint, 5 more by the award.
  expect(await board(ant)).toEqual([['Ants', 195, at(3)]])
  expect((await bee.call('GET', '/v1/user/team')).body).toMatchObject({
    name: 'Ants',
    members: [{ username: 'ant' }, { username: 'bee' }],
  })
  const { challenges } = (await bee.call('GET', '/v1/user/stats')).body
  expect(challenges).toMatchObject([
    { slug: 'one', solvedBy: 'ant', solvedAt: at(3) },
    { slug: 'three', solvedBy: 'bee', solvedAt: at(1) },
  ])
  const { db } = platform.database
  expect((await db.select().from(accounts)).map(one => one.displayName)).toEqual(['Ants'])
  const came = await db.select().from(submissions).orderBy(submissions.id)
  expect(came.map(({ slug, status }) => [slug, status])).toEqual([
    ['three', 1],
    ['three', 3],
    ['one', 1],
  ])
  expect(new Set(came.map(one => one.accountId)).size).toBe(1)
  // Both teams play on as one.
  expect((await bee.solve('one', 'F{One}')).body.status).toBe(3)
  expect((await bee.solve('two', 'F{Two}')).body.status).toBe(1)
  expect(await board(ant)).toEqual([['Ants', 295, at(5)]])
  // The name is free again.
  expect((await (await platform.as('cat'))('POST', '/v1/teams', { name: 'Bees' })).status).toBe(204)
  expect((await run('log')) as object).toMatchObject({
    data: [{ command: 'merge', who: 'olga', input: asked }, {}, {}],
  })
})

test('teams that cannot be merged are refused in words, and nothing is done', async () => {
  await begin({ teamSize: 1 })
  const [ant] = [await play('ant', 'Ants'), await play('bee', 'Bees')]
  const cat = await platform.as('cat')
  await cat('POST', '/v1/teams', { name: 'Cats' })
  const before = await board(ant)
  for (const [asked, message] of [
    [{ from: 'Ants', into: 'ants' }, 'name two accounts'],
    [{ from: 'Ants', into: 'Dogs' }, "there is no account 'Dogs'; 'people' shows names and ids"],
    [{ from: 'Ants', into: 'Bees' }, 'Bees would have 2 members: a team may have 1 member'],
  ] as const)
    expect(await run('merge', asked)).toEqual({ kind: 'refused', message })
  await run('ban', { account: 'Bees' })
  expect(await run('merge', { from: 'Bees', into: 'Ants' })).toEqual({
    kind: 'refused',
    message: 'Bees is banned: unban it before, if it may play',
  })
  await run('unban', { account: 'Bees' })
  expect(await board(ant)).toEqual(before)
})

test('without teams, the account that is merged into the other one is kept out', async () => {
  await begin({ teamMode: false, teamSize: undefined })
  const [ant, bee] = [await play('ant'), await play('bee')]
  await bee.solve('three', 'F{Three}')
  const [user] = await platform.database.db.select().from(users).where(eq(users.username, 'bee'))
  const desktop = { id: 'of-bee', userId: user?.id ?? '', status: 'running' } as const
  await platform.database.db.insert(desktops).values({ ...desktop, createdAt: new Date(0) })
  expect(await run('merge', { from: 'bee', into: 'ant' })).toEqual({
    kind: 'done',
    changes: [
      { what: 'bee', before: 'takes part', after: 'banned' },
      { what: 'flags of ant', before: '0', after: '1' },
    ],
    notes: [
      'the desktop of bee will be stopped, and keeps its files',
      'who is bee signs in as ant from now on',
    ],
  })
  expect(await board(ant)).toEqual([['ant', 100, at(1)]])
  expect((await bee.solve('one', 'F{One}')).body.code).toBe('TIME_RESTRICTED')
  const { db } = platform.database
  const rows = await db.select().from(accounts).where(eq(accounts.displayName, 'bee'))
  expect(rows[0]?.bannedAt).toEqual(new Date(clock.now() - 1000))
})

test('a flag that is stored while its team is merged counts for both', async () => {
  const real = await openTestDatabase()
  onTestFinished(real.close)
  const { database, beforeNext } = interrupted(real)
  await begin({}, database)
  const [ant, bee] = [await play('ant', 'Ants'), await play('bee', 'Bees')]
  beforeNext(() => run('merge', { from: 'Bees', into: 'Ants' }))
  expect((await bee.solve('one', 'F{One}')).body).toEqual({ status: 1 })
  expect(await board(ant)).toEqual([['Ants', 100, at(1)]])
})

test('the environments of the team that goes are stopped, and only these', async () => {
  clock = createSimulatedClock(during)
  const eventFolder = await writeEvent()
  platform = await startPlatform({ eventFolder, clock, environmentDriver: idleEngine })
  const [ant, bee] = [await play('ant', 'Ants'), await play('bee', 'Bees')]
  const put = ({ call }: Played, slug: string) =>
    call('PUT', `/v1/challenges/${slug}/instance?category=net`)
  for (const [who, slug] of [
    [ant, 'bound'],
    [bee, 'bound'],
    [bee, 'second'],
  ] as const)
    expect((await put(who, slug)).status).toBeLessThan(300)
  expect(await run('merge', { from: 'Bees', into: 'Ants' })).toMatchObject({
    notes: ['2 environments will be stopped: they have flags of Bees'],
  })
  await eventually(async () => {
    const { data } = (await run('environments')) as { data: object[] }
    expect(data).toMatchObject([{ account: 'Ants', challenge: 'net/bound' }])
  })
})

test('a team of two comes as a whole, and plays in the score group of the other one', async () => {
  await begin({ scoreGroups: [{ name: 'Open' }, { name: 'Closed' }] })
  const [ant, bee] = [await play('ant', 'Ants'), await play('bee', 'Bees')]
  const { joinToken } = (await bee.call('GET', '/v1/user/team')).body
  await (await platform.as('ben'))('POST', '/v1/teams/join', { joinToken })
  const cat = await platform.as('cat')
  await cat('POST', '/v1/teams', { name: 'Cats' })
  expect(await run('merge', { from: 'Bees', into: 'Cats' })).toEqual({
    kind: 'refused',
    message: 'Cats has no score group yet: merge the other way',
  })
  await cat('POST', '/v1/score_groups/select', { scoreGroup: 'closed' })
  const asked = { from: 'Bees', into: 'Cats' }
  expect(await run('merge', asked)).toMatchObject({
    kind: 'done',
    notes: ['all of it counts in the score group of Cats'],
  })
  const { members } = (await cat('GET', '/v1/user/team')).body
  expect(members).toMatchObject([{ username: 'bee' }, { username: 'ben' }, { username: 'cat' }])
  expect(await board(ant)).toHaveLength(1)
})

test('of a hint that both teams paid for, the earlier cost stays', async () => {
  await begin()
  const [ant, bee] = [await play('ant', 'Ants'), await play('bee', 'Bees')]
  await run('hint', { challenge: 'three', text: 'Paid.', cost: 10 })
  const { hints } = (await ant.call('GET', '/v1/challenges/three?category=web')).body
  await ant.call('POST', `/v1/challenges/three/hints/${hints[0].id}?category=web`)
  const { db } = platform.database
  const [row] = await db.select().from(hintsTaken)
  const { accountId } = (await bee.call('GET', '/v1/user/stats')).body
  const takenAt = new Date(during.getTime() - 1000)
  await db.insert(hintsTaken).values({ ...(row as Hint), accountId, takenAt, cost: 4 })
  await run('merge', { from: 'Bees', into: 'Ants' })
  expect((await ant.call('GET', '/v1/user/stats')).body.hintCosts).toBe(4)
})

test('a flag of the team that goes counts as used by the other team', async () => {
  await begin()
  const ant = await play('ant', 'Ants')
  const [bee, cat] = [await play('bee', 'Bees'), await play('cat', 'Cats')]
  await cat.solve('three', 'F{of another}')
  await ant.solve('three', 'F{of another}')
  const { accountId } = (await bee.call('GET', '/v1/user/stats')).body
  await platform.database.db.update(submissions).set({ sharedFrom: accountId })
  const sharers = async () =>
    ((await run('wrong')) as { data: { sharedFrom: string }[] }).data.map(one => one.sharedFrom)
  expect(await sharers()).toEqual(['Bees', 'Bees'])
  await run('merge', { from: 'Bees', into: 'Ants' })
  // It is their own now.
  expect(await sharers()).toEqual([null, 'Ants'])
})
