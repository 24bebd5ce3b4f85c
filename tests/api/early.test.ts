import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type Client, createClient } from '../../src/api/client/client.ts'
import { createGate } from '../../src/api/client/gate.ts'
import { type EarlyAnswer, takeEarly } from '../../src/api/early/answers.ts'
import { earlyPaths } from '../../src/api/early/paths.ts'
import { readRemembered } from '../../src/api/early/remembered-paths.ts'
import { networkMachine } from '../../src/machines/network/machine.ts'
import { isOffline } from '../../src/machines/network/selectors.ts'
import { createTime, type Time } from '../support/time.ts'

const base = 'https://api.example/ctf'
const categories = [{ slug: 'web', name: 'Web', description: '', order: 1 }]
const answer = () =>
  Response.json(categories, { headers: { date: 'Mon, 01 Jun 2026 10:00:00 GMT' } })

let time: Time
let network: ReturnType<typeof createNetwork>
let client: Client
let asked: string[]
let remembered: string[]
let dates: { sentAt: number; receivedAt: number }[]

const createNetwork = () => createActor(networkMachine, { clock: time.clock }).start()

beforeEach(() => {
  time = createTime()
  asked = []
  remembered = []
  dates = []
  network = createNetwork()
  client = createClient({
    baseUrl: `${base}/`,
    idempotencyKeys: false,
    gate: createGate(network),
    session: { token: () => 'mine', renewed: async () => {} },
    now: time.now,
    onDate: (_, sentAt, receivedAt) => dates.push({ sentAt, receivedAt }),
    fetch: async request => {
      asked.push(request instanceof Request ? request.url : String(request))
      return answer()
    },
    early: { take: takeEarly, remember: path => remembered.push(path) },
  })
})
afterEach(() => {
  network.stop()
  globalThis.earlyAnswers = undefined
})

const early = (overrides: Partial<EarlyAnswer> = {}) => {
  const response = Promise.resolve(answer())
  const one = { token: 'mine', sentAt: time.now(), response, ...overrides }
  globalThis.earlyAnswers = new Map([[`${base}/v1/categories/`, one]])
}

test('an answer that was asked for early is not asked for again, the first time', async () => {
  early()
  expect(await client('listCategories')).toEqual({ ok: true, data: categories, retried: false })
  expect(asked).toEqual([])
  await client('listCategories')
  expect(asked).toEqual([`${base}/v1/categories/`])
})

test('the clock measures an early answer from when it was asked for', async () => {
  const sentAt = time.now()
  early({ sentAt })
  await time.pass(3000)
  await client('listCategories')
  expect(dates).toEqual([{ sentAt, receivedAt: sentAt + 3000 }])
})

test("an early answer to another token is another's, and one of long ago may be overtaken", async () => {
  early({ token: 'old' })
  await client('listCategories')
  early()
  await time.pass(15_000)
  await client('listCategories')
  expect(asked).toHaveLength(2)
})

test('an early request that failed is made again', async () => {
  early({ response: Promise.reject(new TypeError('Failed to fetch')) })
  const answered = client('listCategories')
  await expect.poll(() => isOffline(network.getSnapshot())).toBe(true)
  await time.pass(2000)
  expect(await answered).toMatchObject({ ok: true })
  expect(asked).toHaveLength(1)
})

test('the early paths of a page are those that its calls have', async () => {
  const calls = async (names: Parameters<Client>[0][], params = {}) => {
    asked = []
    for (const name of names) await client(name, { params: params as never }).catch(() => {})
    return asked.map(url => url.slice(base.length))
  }
  const always = await calls(['getMetadata', 'getUser', 'getStats'])
  expect(earlyPaths({ name: 'home' }, [])).toEqual(always)
  expect(earlyPaths({ name: 'scoreboard' }, [])).toEqual([
    ...always,
    ...(await calls(['getScoreboard'])),
  ])
  expect(earlyPaths({ name: 'solvesCalendar' }, [])).toEqual([
    ...always,
    ...(await calls(['getSolveTimes'])),
  ])
  expect(earlyPaths({ name: 'flugzeug' }, [])).toEqual([
    ...always,
    ...(await calls(['getFlugzeug'])),
  ])
  expect(earlyPaths({ name: 'challenge', categorySlug: 'ä/ö', challengeSlug: 'a b' }, [])).toEqual([
    ...always,
    ...(await calls(['getChallenge', 'getInstance', 'getScore'], { category: 'ä/ö', slug: 'a b' })),
  ])
})

test('data that only some pages read is asked for early if the page before has read it', async () => {
  for (const name of ['getTeam', 'listCategories', 'listChallenges', 'getFlugzeugEnabled'] as const)
    await client(name).catch(() => {})
  const [always, ...others] = [earlyPaths({ name: 'home' }, []), ...remembered]
  expect(earlyPaths({ name: 'home' }, remembered)).toEqual([...(always ?? []), ...others])
})

test('a new browser asks early for the team, and for the details of an event that has some', () => {
  expect(readRemembered(false)).toEqual(['/v1/user/team'])
  expect(readRemembered(true)).toEqual(['/v1/user/team', '/v1/event'])
})

test('announcements are asked for early only if the page before had some', () => {
  const page = { name: 'announcements' } as const
  expect(earlyPaths(page, ['/v1/user/team'])).not.toContain('/v1/announcements')
  expect(earlyPaths(page, ['/v1/announcements']).at(-1)).toBe('/v1/announcements')
})

test('what is changed is not asked for early on the next page', async () => {
  await client('listCategories')
  await client('stopFlugzeug')
  expect(remembered).toEqual(['/v1/categories/'])
})
