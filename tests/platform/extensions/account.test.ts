import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissions } from '../../../platform/database/schema.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, end, writeEvent } from '../core/events.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'

const path = '/v1/user/submissions'
const clock = createSimulatedClock(during)
let platform: TestPlatform
let alice: Caller
let bob: Caller
beforeAll(async () => {
  platform = await startPlatform({ eventFolder: await writeEvent(), clock })
  alice = await platform.as('alice')
  bob = await platform.as('bob')
  await alice('POST', '/v1/teams', { name: 'Grey Geese' })
  const { joinToken } = (await alice('GET', '/v1/user/team')).body
  await bob('POST', '/v1/teams/join', { joinToken })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
})
afterAll(() => platform.close())

const submit = (call: Caller, slug: string, flag: string) =>
  call('POST', `/v1/challenges/${slug}/solve?category=misc`, { flag: `TEST{${flag}}` })
const members = async () => (await alice('GET', '/v1/user/team')).body.members

test('every member sees what all members submitted, the newest first, and never a flag', async () => {
  await submit(alice, 'triple', 'wrong')
  await submit(alice, 'triple', 'one')
  clock.advance(1000)
  await submit(bob, 'triple', 'one')
  const reply = await bob('GET', path)
  const about = { categorySlug: 'misc', challengeSlug: 'triple', name: 'Triple' }
  const time = during.toISOString()
  expect(reply.body.submissions).toEqual([
    { ...about, time: new Date(during.getTime() + 1000).toISOString(), username: 'bob', status: 3 },
    { ...about, time, username: 'alice', status: 1 },
    { ...about, time, username: 'alice', status: 2 },
  ])
  expect(JSON.stringify(reply.body)).not.toMatch(/TEST\{|wrong/)
})

test('a team of others sees none of it, and who has no team gets an answer that says so', async () => {
  const carol = await platform.as('carol')
  expect((await carol('GET', path)).body.code).toBe('NO_ACCOUNT')
  await carol('POST', '/v1/teams', { name: 'Others' })
  expect((await carol('GET', path)).body).toEqual({ awards: [], submissions: [] })
})

test('members have the flags that they submitted, and what these are worth', async () => {
  await submit(bob, 'triple', 'two')
  await submit(bob, 'triple', 'three')
  await submit(bob, 'plain', 'plain')
  const found = await members()
  expect(
    found.map(({ username, points, solves }: Record<string, unknown>) => [
      username,
      points,
      solves,
    ]),
  ).toEqual([
    ['alice', 33, 1],
    ['bob', 166, 3],
  ])
  // Who submitted the last flag of a challenge solved it.
  expect((await alice('GET', '/v1/user/stats')).body.challenges).toContainEqual(
    expect.objectContaining({
      slug: 'triple',
      solvedBy: 'bob',
      solvedAt: new Date(during.getTime() + 1000).toISOString(),
    }),
  )
})

test('the last 500 are listed', async () => {
  const { db } = platform.database
  const [row] = await db.select().from(submissions).limit(1)
  const { id: _, ...values } = row as typeof submissions.$inferSelect
  await db.insert(submissions).values(Array.from({ length: 600 }, () => values))
  expect((await alice('GET', path)).body.submissions).toHaveLength(500)
})

test('the page of an account has who joined since it was read last', async () => {
  const account = (await alice('GET', '/v1/user/stats')).body.accountId
  const names = async () => {
    const { body } = await alice('GET', `/v1/accounts/${account}`)
    return body.members.map(({ username }: { username: string }) => username)
  }
  expect(await names()).toEqual(['alice', 'bob'])
  const erin = await platform.as('erin')
  const { joinToken } = (await alice('GET', '/v1/user/team')).body
  await erin('POST', '/v1/teams/join', { joinToken })
  expect(await names()).toEqual(['alice', 'bob', 'erin'])
})

test('members come by name, whatever its case, and not by when they joined', async () => {
  const [zoe, ann, Mia] = [
    await platform.as('zoe'),
    await platform.as('ann'),
    await platform.as('Mia'),
  ]
  await zoe('POST', '/v1/teams', { name: 'Sorted' })
  const { joinToken } = (await zoe('GET', '/v1/user/team')).body
  for (const call of [Mia, ann]) await call('POST', '/v1/teams/join', { joinToken })
  await zoe('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const account = (await zoe('GET', '/v1/user/stats')).body.accountId
  for (const path of ['/v1/user/team', `/v1/accounts/${account}`]) {
    const { members } = (await zoe('GET', path)).body
    expect(members.map((one: { username: string }) => one.username)).toEqual(['ann', 'Mia', 'zoe'])
  }
})

test('a flag after the end gives its member nothing, and is in no chart', async () => {
  clock.advanceTo(end)
  alice = await platform.as('alice')
  const read = async (path: string) => (await alice('GET', path)).body
  const seen = async () => ({
    members: await members(),
    history: await read('/v1/stats/history'),
    solveTimes: await read('/v1/stats/solvetimes'),
  })
  const before = await seen()
  expect((await submit(alice, 'sinking', 'sinking')).body).toEqual({ status: 1 })
  expect(await seen()).toEqual(before)
})
