import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { EmbeddedIdentity } from '../../../platform/identity/identity.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { before, during, end, lockedChallenges, writeEvent } from '../core/events.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { type FollowedStream, follow } from '../live-stream.ts'
import { losingDatabase } from '../losing-database.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'

const minute = 60_000
const announcement = { title: 'Soon', text: 'Soon', time: 'start + 65m' }

let folder: string
let clock: SimulatedClock
let platform: TestPlatform
let streams: FollowedStream[]
/** By user: alice and anna are Hawks, bob is a Gull, and carol is in another score group. */
let callers: Record<string, Caller>

beforeEach(async () => {
  clock = createSimulatedClock(during)
  folder = await writeEvent(
    {
      announcements: [announcement],
      freeze: 'start + 3h',
      scoreGroups: [{ name: 'Open' }, { name: 'Other' }],
    },
    lockedChallenges,
  )
  platform = await startPlatform({ eventFolder: folder, clock, environmentDriver: idleEngine })
  streams = []
  callers = {}
  for (const name of ['alice', 'anna', 'bob', 'carol']) callers[name] = await platform.as(name)
  await ask('alice', 'POST', '/v1/teams', { name: 'Hawks' })
  const { body } = await ask('alice', 'GET', '/v1/user/team')
  await ask('anna', 'POST', '/v1/teams/join', { joinToken: body.joinToken })
  await ask('bob', 'POST', '/v1/teams', { name: 'Gulls' })
  await ask('carol', 'POST', '/v1/teams', { name: 'Rooks' })
  for (const [name, scoreGroup] of [
    ['alice', 'open'],
    ['bob', 'open'],
    ['carol', 'other'],
  ] as const)
    await ask(name, 'POST', '/v1/score_groups/select', { scoreGroup })
  clock.advance(minute)
})
afterEach(async () => {
  for (const stream of streams) await stream.leave()
  await platform.close()
})

const ask = async (name: string, method: string, path: string, body?: unknown) => {
  const reply = await (callers[name] as Caller)(method, path, body)
  expect(reply.status, `${method} ${path}`).toBeLessThan(300)
  return reply
}
const open = async (name: string, lastId?: string) => {
  const stream = await follow(platform, await platform.signIn(name), lastId)
  streams.push(stream)
  return stream
}
const solve = (name: string, flag: string, path = 'plain?category=misc') =>
  ask(name, 'POST', `/v1/challenges/${path.replace('?', '/solve?')}`, { flag: `TEST{${flag}}` })
const organise = (command: string, input: object) =>
  platform.composition.organiser.run({ command, input, who: 'olga' })
/** Lets time pass, and all read what they get. */
const pass = async (ms: number) => {
  for (let left = ms; left > 0; left -= 10_000) {
    clock.advance(Math.min(left, 10_000))
    for (const stream of streams) await stream.settled()
  }
}
/** The news that each stream got after a while. */
const newsAfter = async (followed: Record<string, FollowedStream>, ms = 5000) => {
  await pass(ms)
  const entries = Object.entries(followed).map(async ([name, stream]) => [
    name,
    await stream.news(),
  ])
  return Object.fromEntries(await Promise.all(entries))
}
const openAll = async () => ({
  alice: await open('alice'),
  anna: await open('anna'),
  bob: await open('bob'),
  carol: await open('carol'),
})

test('the backend names the extension, and its answer is an open stream that no proxy keeps', async () => {
  const metadata = await (await platform.fetch('/v1/metadata')).json()
  expect(metadata.extensions).toContain('live')
  const stream = await open('alice')
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  expect(await stream.news()).toEqual([])
  expect([stream.lastId(), stream.retry()]).toEqual([expect.stringMatching(/^[\w-]+\.\d+$/), 1000])
  expect((await platform.fetch('/v1/live')).status).toBe(401)
})

describe('who gets which message', () => {
  test("a solve: the user's own team which one, the group that the board moved, others nothing", async () => {
    const all = await openAll()
    await solve('alice', 'plain')
    expect(await newsAfter(all)).toEqual({
      alice: ['solve misc/plain', 'firstBlood misc/plain', 'scoreboard'],
      anna: ['solve misc/plain', 'firstBlood misc/plain', 'scoreboard'],
      bob: ['firstBlood misc/plain', 'scoreboard'],
      carol: [],
    })
    await solve('bob', 'plain')
    expect(await newsAfter(all)).toEqual({
      alice: ['scoreboard'],
      anna: ['scoreboard'],
      bob: ['solve misc/plain', 'scoreboard'],
      carol: [],
    })
  })

  test('data that is read after a message is new already', async () => {
    const { bob } = await openAll()
    await solve('alice', 'plain')
    clock.advance(99)
    expect(await bob?.news()).toEqual([])
    clock.advance(1)
    expect(await bob?.news()).toEqual(['firstBlood misc/plain', 'scoreboard'])
    const { body } = await ask('bob', 'GET', '/v1/stats/scoreboard')
    expect(body.entries[0]).toMatchObject({ displayName: 'Hawks', points: 100 })
  })

  test('the first of three flags is not a first blood, and a wrong flag is nothing', async () => {
    const all = await openAll()
    await solve('alice', 'one', 'triple?category=misc')
    await solve('bob', 'wrong', 'triple?category=misc')
    const { alice, bob } = await newsAfter(all)
    expect(alice).toEqual(['solve misc/triple', 'scoreboard'])
    expect(bob).toEqual(['scoreboard'])
  })

  test('many solves are one message for the others, at most every two seconds', async () => {
    const all = await openAll()
    await solve('alice', 'plain')
    await newsAfter(all, 200)
    await solve('alice', 'one', 'triple?category=misc')
    await solve('alice', 'two', 'triple?category=misc')
    expect((await newsAfter(all, 1500)).bob).toEqual([])
    expect((await newsAfter(all, 1500)).bob).toEqual(['scoreboard'])
  })

  test('from freeze to end, others get no message about a solve; after the end they do', async () => {
    const freeze = during.getTime() + 120 * minute
    clock.advanceTo(freeze - 1000)
    const before = await open('bob')
    clock.advance(3000)
    expect(await before.news()).toEqual(['scoreboard'])
    await before.leave()
    callers.alice = await platform.as('alice')
    const all = await openAll()
    await solve('alice', 'plain')
    expect(await newsAfter(all)).toMatchObject({
      alice: ['solve misc/plain'],
      anna: ['solve misc/plain'],
      bob: [],
    })
    for (const stream of streams) await stream.leave()
    clock.advanceTo(end.getTime() - 1000)
    const again = await open('bob')
    clock.advance(3000)
    expect(await again.news()).toEqual(['scoreboard'])
  })

  test("a hint and an environment: the user's own team only", async () => {
    const all = await openAll()
    await ask('alice', 'POST', '/v1/challenges/hinted/hints/dear?category=more')
    expect(await newsAfter(all)).toMatchObject({
      anna: ['hint more/hinted', 'scoreboard'],
      carol: [],
    })
    await ask('alice', 'PUT', '/v1/challenges/bound/instance?category=net')
    // The news comes once at the start and once when it runs, or both come as one.
    const heard: Record<string, Set<string>> = {}
    await eventually(async () => {
      for (const [name, news] of Object.entries<string[]>(await newsAfter(all)))
        heard[name] = new Set([...(heard[name] ?? []), ...news])
      expect(heard.alice?.size).toBeGreaterThan(0)
    })
    const environment = new Set(['environment'])
    expect(heard).toEqual({
      alice: environment,
      anna: environment,
      bob: new Set(),
      carol: new Set(),
    })
  })

  test('a new member: the team; and who joined gets the news of the team', async () => {
    const all = await openAll()
    const { body } = await ask('bob', 'GET', '/v1/user/team')
    callers.dave = await platform.as('dave')
    const dave = await open('dave')
    await ask('dave', 'POST', '/v1/teams/join', { joinToken: body.joinToken })
    expect(await newsAfter(all)).toEqual({ alice: [], anna: [], bob: ['team'], carol: [] })
    expect(dave.isOver()).toBe(true)
    const again = await open('dave', dave.lastId())
    await solve('bob', 'plain')
    expect((await newsAfter({ again })).again).toContain('solve misc/plain')
  })

  test('who leaves the team: all tabs of the user at once, and the rest of the team', async () => {
    clock.jump(Number(before) - clock.now())
    const all = await openAll()
    const { body: user } = await ask('anna', 'GET', '/v1/user')
    const { body: team } = await ask('anna', 'GET', '/v1/user/team')
    await ask('anna', 'DELETE', `/v1/teams/${team.id}/members/${user.id}`)
    expect([await all.anna.news(), all.anna.isOver()]).toEqual([['team'], true])
    expect(await newsAfter(all)).toEqual({ alice: ['team'], anna: [], bob: [], carol: [] })
  })

  test('a member whom an organiser moves: the team that it leaves, and the new one', async () => {
    const all = await openAll()
    await organise('move', { user: 'anna', team: 'Gulls' })
    expect(await newsAfter(all)).toEqual({
      alice: ['team'],
      anna: ['team'],
      bob: ['team'],
      carol: [],
    })
    expect(all.anna.isOver()).toBe(true)
    const again = await open('anna', all.anna.lastId())
    await solve('bob', 'plain')
    expect((await newsAfter({ again })).again).toContain('solve misc/plain')
  })

  test('announcements when their time comes; a reload what it changed', async () => {
    const all = await openAll()
    await pass(4 * minute)
    expect((await newsAfter(all)).carol).toEqual(['announcements'])
    const file = join(folder, 'event.yaml')
    const event = parse(await readFile(file, 'utf8'))
    await writeFile(file, stringify({ ...event, announcements: [], name: 'New' }))
    await platform.composition.reload()
    expect((await newsAfter(all)).carol).toEqual(['event', 'announcements'])
    await platform.composition.reload()
    expect((await newsAfter(all)).carol).toEqual([])
  })

  test('a challenge that a reload changed: everybody', async () => {
    const all = await openAll()
    const file = join(folder, 'misc', 'plain', 'challenge.yml')
    const challenge = parse(await readFile(file, 'utf8'))
    await writeFile(file, stringify({ ...challenge, description: 'New' }))
    await platform.composition.reload()
    expect((await newsAfter(all)).carol).toEqual(['challenges'])
  })

  test("points that an organiser gave: the user's own team also that it changed", async () => {
    const all = await openAll()
    await organise('award', { account: 'Hawks', points: 5, reason: 'Nice' })
    expect(await newsAfter(all)).toEqual({
      alice: ['scoreboard', 'team'],
      anna: ['scoreboard', 'team'],
      bob: ['scoreboard'],
      carol: [],
    })
  })

  test('a ban: the group that the account was in, since its board has moved', async () => {
    const { alice, carol } = await openAll()
    await organise('ban', { account: 'Gulls' })
    expect(await newsAfter({ alice, carol })).toEqual({ alice: ['scoreboard'], carol: [] })
  })

  test('after a first blood that was taken back, the next one is announced', async () => {
    const all = await openAll()
    await solve('alice', 'plain')
    await newsAfter(all)
    await organise('unsolve', { account: 'Hawks', challenge: 'misc/plain' })
    await newsAfter(all)
    await solve('bob', 'plain')
    expect((await newsAfter(all)).alice).toEqual(['firstBlood misc/plain', 'scoreboard'])
  })

  test('after lost messages, everybody that everything may have changed', async () => {
    await platform.close()
    const { database, lose } = losingDatabase(await openTestDatabase())
    onTestFinished(() => database.close())
    platform = await startPlatform({ eventFolder: folder, clock, database })
    const all = { alice: await open('alice'), dave: await open('dave') }
    lose()
    // The platform first reads again what it keeps in memory.
    await eventually(async () => {
      clock.advance(100)
      expect(all.alice.text()).toContain('event: everything')
    })
    expect(await newsAfter(all)).toEqual({ alice: ['everything'], dave: ['everything'] })
  })
})

describe('a stream that is resumed', () => {
  test('gets what it missed, once, and nothing of others', async () => {
    const first = await open('alice')
    const other = await open('carol')
    await first.leave()
    await solve('alice', 'plain')
    clock.advance(1000)
    await solve('bob', 'plain')
    clock.advance(5000)
    const again = await open('alice', first.lastId())
    expect(await again.news()).toEqual(['solve misc/plain', 'firstBlood misc/plain', 'scoreboard'])
    expect(await (await open('alice', again.lastId())).news()).toEqual([])
    expect(await (await open('carol', other.lastId())).news()).toEqual([])
  })

  test.each([
    ['of another process', 'AAAAAAAA.3'],
    ['of nobody', 'garbage; drop table'],
    ['empty', ''],
    ['huge', '9'.repeat(8000)],
  ])('after an id %s everything may have changed', async (_, id) => {
    expect(await (await open('alice', id)).news()).toEqual(['everything'])
  })

  test('after an id of the future, or a too old one, too', async () => {
    const { alice } = await openAll()
    const [name] = alice.lastId().split('.')
    expect(await (await open('alice', `${name}.99999`)).news()).toEqual(['everything'])
    for (let number = 0; number < 4100; number++)
      await platform.composition.platform.live.eventChanged({
        ...platform.composition.event.current,
        name: `${number}`,
      })
    expect(await (await open('alice', alice.lastId())).news()).toEqual(['everything'])
  })
})

describe('a stream ends', () => {
  test('when its token expires, with a heartbeat every 20 seconds until then', async () => {
    const stream = await open('alice')
    await pass(14 * minute)
    await stream.news()
    expect(stream.isOver()).toBe(false)
    expect(stream.text().match(/^: heartbeat$/gm)).toHaveLength(42)
    await pass(minute + 20_000)
    await stream.news()
    expect(stream.isOver()).toBe(true)
  })

  test('when its sign-in is ended', async () => {
    const { issueToken } = platform.composition.identity as EmbeddedIdentity
    const stream = await follow(platform, await issueToken('alice', { grant_id: 'of-alice' }))
    const other = await open('alice')
    await (platform.composition.identity.revocations as unknown as Revoking).revoke('of-alice')
    await stream.news()
    expect([stream.isOver(), other.isOver()]).toEqual([true, false])
  })

  test('when its team chooses a score group', async () => {
    for (const name of ['dave', 'eve']) callers[name] = await platform.as(name)
    await ask('dave', 'POST', '/v1/teams', { name: 'Owls' })
    const { body } = await ask('dave', 'GET', '/v1/user/team')
    await ask('eve', 'POST', '/v1/teams/join', { joinToken: body.joinToken })
    const [stream, other] = [await open('eve'), await open('alice')]
    await ask('dave', 'POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    await stream.settled()
    expect([stream.isOver(), other.isOver()]).toEqual([true, false])
  })

  test('in order, when the platform closes; then none is opened', async () => {
    const stream = await open('alice')
    platform.composition.endStreams()
    await stream.news()
    expect(stream.isOver()).toBe(true)
    const refused = await follow(platform, await platform.signIn('alice'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  })
})

test('of one user, the oldest stream ends for the eleventh, and does not come back soon', async () => {
  const own: FollowedStream[] = []
  for (let count = 0; count < 11; count++) own.push(await open('alice'))
  await own[0]?.news()
  expect(own.map(stream => stream.isOver())).toEqual([true, ...Array(10).fill(false)])
  expect(own[0]?.retry()).toBe(60_000)
})

interface Revoking {
  revoke(grantId: string): Promise<void>
}
