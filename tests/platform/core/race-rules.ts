import { deepEqual, ok } from 'node:assert/strict'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { solves } from '../../../platform/database/schema.ts'
import type { EnvironmentDriver } from '../../../platform/environments/driver.ts'
import { flagVariables } from '../../../platform/event/flags.ts'
import { loadSecrets } from '../../../platform/secret.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import {
  type Caller,
  type Reply,
  startPlatform,
  type TestOptions,
  type TestPlatform,
} from '../start-platform.ts'
import { before, during, end, lockedChallenges, writeEvent } from './events.ts'
import { idleDesktops, idleEngine } from './idle-engine.ts'

export const atOnce = 50

const freeze = new Date(end.getTime() - 3_600_000)

/** The platforms on which rounds run. */
export interface RacePlatforms {
  /** While the event runs, with three environments at most. */
  platform: TestPlatform
  /** With a freeze, and a clock that is set to before and after it. */
  frozen: TestPlatform
  frozenClock: SimulatedClock
  /** Before it starts, when teams can be left. */
  early: TestPlatform
  /** Environments end after a minute, and the clock moves on. */
  short: TestPlatform
  shortClock: SimulatedClock
  /** With memory for two environments. */
  full: TestPlatform
  /** People without a team. */
  idle: Caller[]
  close(): Promise<void>
}

/** @param driver runs environments. Default: processes of this host */
export async function startRacePlatforms(driver?: EnvironmentDriver): Promise<RacePlatforms> {
  const start = async (
    clock: SimulatedClock,
    settings: object,
    engine = driver,
    more: TestOptions = {},
  ) =>
    startPlatform({
      ...more,
      eventFolder: await writeEvent(
        { freeze: freeze.toISOString(), environments: { maximum: 3, ...settings } },
        lockedChallenges,
      ),
      clock,
      desktopDriver: idleDesktops,
      ...(engine && { environmentDriver: engine }),
    })
  const shortClock = createSimulatedClock(during)
  const frozenClock = createSimulatedClock(freeze.getTime() - 1)
  const minute = { lifetime: '60s', extension: '30s', extendableInLast: '30s' }
  const platform = await start(createSimulatedClock(during), {})
  const frozen = await start(frozenClock, {}, idleEngine)
  const early = await start(createSimulatedClock(before), {})
  const short = await start(shortClock, minute, idleEngine)
  const full = await start(createSimulatedClock(during), {}, idleEngine, {
    environmentsMemory: 512,
  })
  return {
    platform,
    frozen,
    frozenClock,
    early,
    short,
    shortClock,
    full,
    idle: [],
    async close() {
      for (const one of [platform, frozen, early, short, full]) await one.close()
    },
  }
}

export interface Race {
  rule: string
  /** Throws an AssertionError if the rule is broken. */
  round(platforms: RacePlatforms): Promise<void>
}

let serial = 0
const unique = () => `${process.pid}-${Date.now().toString(36)}-${++serial}`
const someone = ({ platform }: RacePlatforms) => platform.as(unique())

/** Fifty people without a team. Those who win a round are not used again. */
async function crowdOf(platforms: RacePlatforms): Promise<Caller[]> {
  const missing = Math.max(0, atOnce - platforms.idle.length)
  const more = await Promise.all(Array.from({ length: missing }, () => someone(platforms)))
  return [...platforms.idle.splice(0), ...more]
}

const allAtOnce = (callers: Caller[], call: (caller: Caller, index: number) => Promise<Reply>) =>
  Promise.all(callers.map(call))

const fifty = (caller: Caller) => Array<Caller>(atOnce).fill(caller)

const sameReplies = (replies: Reply[], expected: Record<string, number>) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const name = body?.code ?? body?.status ?? status
    counts[name] = (counts[name] ?? 0) + 1
  }
  deepEqual(counts, expected)
}

async function newParticipant(
  platforms: RacePlatforms,
  platform = platforms.platform,
): Promise<Caller> {
  const call = await platform.as(unique())
  await call('POST', '/v1/teams', { name: unique() })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return call
}

/** People who were refused become idle again. */
const keepIdle = (platforms: RacePlatforms, callers: Caller[], replies: Reply[]) =>
  platforms.idle.push(...callers.filter((_, index) => replies[index]?.status !== 204))

export const races: Race[] = [
  {
    rule: 'one bound flag, submitted by fifty at once, scores once',
    async round(platforms) {
      const { platform } = platforms
      const call = await newParticipant(platforms)
      const { accountId } = (await call('GET', '/v1/user/stats')).body
      const challenge = platform.composition.event.current.challenges.find(
        one => one.slug === 'bound',
      )
      if (!challenge) throw new Error('the event has no such challenge')
      const { flags: secret } = await loadSecrets(platform.database)
      const { FLAG: flag } = flagVariables(challenge, { secret, prefix: 'TEST', accountId })
      const solve = '/v1/challenges/bound/solve?category=net'
      const replies = await allAtOnce(fifty(call), caller => caller('POST', solve, { flag }))
      sameReplies(replies, { 1: 1, 3: atOnce - 1 })
      // Not the scoreboard, which may be a moment older if it is expensive to make.
      const { points, solvedFlags } = (await call('GET', '/v1/challenges/bound/score?category=net'))
        .body
      deepEqual({ points, solvedFlags }, { points: 50, solvedFlags: 1 })
      const isTheirs = eq(solves.accountId, accountId)
      deepEqual((await platform.database.db.select().from(solves).where(isTheirs)).length, 1)
    },
  },
  {
    rule: 'a hint that fifty take at once costs once',
    async round(platforms) {
      const call = await newParticipant(platforms)
      const hint = '/v1/challenges/hinted/hints/dear?category=more'
      const replies = await allAtOnce(fifty(call), caller => caller('POST', hint))
      sameReplies(replies, { 200: atOnce })
      deepEqual(new Set(replies.map(({ body }) => body.text)), new Set(['Dear.']))
      const { score, hintCosts } = (await call('GET', '/v1/user/stats')).body
      deepEqual({ points: score.points, hintCosts }, { points: -30, hintCosts: 30 })
    },
  },
  {
    rule: 'a locked challenge takes no flag, hint or start before those that it requires are solved',
    async round(platforms) {
      const call = await newParticipant(platforms)
      const solve = (slug: string) => (caller: Caller) =>
        caller('POST', `/v1/challenges/${slug}/solve?category=more`, { flag: `TEST{${slug}}` })
      const ways = [
        solve('locked'),
        (caller: Caller) => caller('POST', '/v1/challenges/locked/hints/1?category=more'),
        (caller: Caller) => caller('PUT', '/v1/challenges/locked/instance?category=more'),
        (caller: Caller) => caller('GET', '/v1/challenges/locked?category=more'),
      ]
      const way = (index: number) => ways[index % ways.length] ?? solve('locked')
      const before = await allAtOnce(fifty(call), (caller, index) => way(index)(caller))
      sameReplies(before, { REQUIREMENTS_NOT_MET: atOnce })
      const inner = await allAtOnce(fifty(call), (caller, index) =>
        solve(index % 2 ? 'inner' : 'hinted')(caller),
      )
      sameReplies(inner, { 1: 1, 3: atOnce / 2 - 1, REQUIREMENTS_NOT_MET: atOnce / 2 })
      const { accountId, challenges } = (await call('GET', '/v1/user/stats')).body
      deepEqual(
        challenges.map(({ slug }: { slug: string }) => slug),
        ['hinted'],
      )
      const mixed = await allAtOnce(fifty(call), (caller, index) =>
        solve(index % 2 ? 'inner' : 'locked')(caller),
      )
      // It also needs a challenge that nobody has tried.
      sameReplies(mixed, { 1: 1, 3: atOnce / 2 - 1, REQUIREMENTS_NOT_MET: atOnce / 2 })
      const isTheirs = eq(solves.accountId, accountId)
      const rows = await platforms.platform.database.db.select().from(solves).where(isTheirs)
      deepEqual(rows.map(({ slug }) => slug).sort(), ['hinted', 'locked'])
    },
  },
  {
    rule: 'others see what was solved before the freeze, and nothing of what was solved from it on',
    async round(platforms) {
      const { frozen, frozenClock } = platforms
      frozenClock.jump(freeze.getTime() - 1 - frozenClock.now())
      const call = await newParticipant(platforms, frozen)
      const other = await newParticipant(platforms, frozen)
      const { accountId } = (await call('GET', '/v1/user/stats')).body
      const flags = ['plain', 'sinking', 'triple', 'triple', 'triple']
      const texts = ['plain', 'sinking', 'one', 'two', 'three']
      const replies = flags.map(async (slug, index) => {
        if (index === 2) frozenClock.jump(1)
        const path = `/v1/challenges/${slug}/solve?category=misc`
        return call('POST', path, { flag: `TEST{${texts[index]}}` })
      })
      sameReplies(await Promise.all(replies), { 1: 5 })
      const isTheirs = eq(solves.accountId, accountId)
      const rows = await frozen.database.db.select().from(solves).where(isTheirs)
      const early = rows.filter(({ solvedAt }) => solvedAt < freeze).length
      for (const reader of [call, other]) {
        const { entries, frozenSince } = (await reader('GET', '/v1/stats/scoreboard')).body
        const seen = entries.find((entry: { accountId: string }) => entry.accountId === accountId)
        deepEqual(
          { flags: seen.flags, frozenSince },
          { flags: early, frozenSince: freeze.toISOString() },
        )
      }
      deepEqual((await call('GET', '/v1/user/stats')).body.score.numSolvedFlags, 5)
    },
  },
  {
    rule: 'a team of four never has five',
    async round(platforms) {
      const captain = await newParticipant(platforms)
      const { joinToken } = (await captain('GET', '/v1/user/team')).body
      const others = await crowdOf(platforms)
      const join = (caller: Caller) => caller('POST', '/v1/teams/join', { joinToken })
      const replies = await allAtOnce(others, join)
      keepIdle(platforms, others, replies)
      sameReplies(replies, { 204: 3, TEAM_FULL: atOnce - 3 })
      deepEqual((await captain('GET', '/v1/user/team')).body.members.length, 4)
    },
  },
  {
    rule: 'a maximum of three environments never holds four',
    async round(platforms) {
      const call = await newParticipant(platforms)
      const slugs = ['bound', 'second', 'third', 'fourth']
      const path = (index: number) =>
        `/v1/challenges/${slugs[index % slugs.length]}/instance?category=net`
      const replies = await allAtOnce(fifty(call), (caller, index) => caller('PUT', path(index)))
      const refused = replies.filter(({ status }) => status !== 204)
      const isFull = refused.every(
        ({ body }) => body?.code === 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
      )
      ok(refused.length > 0 && isFull, 'those beyond the maximum are refused as such')
      const { running } = (await call('GET', '/v1/user/stats')).body.runningChallenges
      // Fewer run if one has already ended by itself.
      ok(running.length <= 3, `${running.length} run`)
      await Promise.all(slugs.map((_, index) => call('DELETE', path(index))))
    },
  },
  {
    rule: 'ten who start where two have room wait in places of their own, and move up when others leave',
    async round(platforms) {
      const { full } = platforms
      const path = '/v1/challenges/bound/instance?category=net'
      const callers = await Promise.all(
        Array.from({ length: 10 }, () => newParticipant(platforms, full)),
      )
      const starts = await allAtOnce(callers, caller => caller('PUT', path))
      sameReplies(starts, { 204: 10 })
      const placesOf = (some: Caller[]) =>
        Promise.all(
          some.map(async call => {
            const { state, queue } = (await call('GET', path)).body
            return queue?.position ?? (state === 'running' ? 0 : null)
          }),
        )
      const holds = async (some: Caller[], expected: number[]) => {
        let found: (number | null)[] = []
        const isSo = async () => {
          found = await placesOf(some)
          return String(found) === String(expected)
        }
        await settled(isSo).catch(() => deepEqual(found, expected))
      }
      const stop = (some: Caller[]) =>
        allAtOnce(
          Array.from({ length: atOnce }, (_, index) => some[index % some.length] as Caller),
          caller => caller('DELETE', path),
        )
      await settled(async () => !(await placesOf(callers)).includes(null))
      const places = await placesOf(callers)
      const inOrder = callers
        .map((caller, index) => ({ caller, place: places[index] ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ caller }) => caller)
      await holds(inOrder, [0, 0, 1, 2, 3, 4, 5, 6, 7, 8])
      const leaving = inOrder.filter((_, index) => index >= 2 && index % 2 === 0)
      const staying = inOrder.filter((_, index) => index >= 2 && index % 2 === 1)
      sameReplies(await stop(leaving), { 204: atOnce })
      await holds(staying, [1, 2, 3, 4])
      sameReplies(await stop(inOrder.slice(0, 2)), { 204: atOnce })
      await holds(staying, [0, 0, 1, 2])
      sameReplies(await stop(staying), { 204: atOnce })
      const next = await newParticipant(platforms, full)
      deepEqual((await next('PUT', path)).status, 204)
      await holds([next], [0])
      await next('DELETE', path)
    },
  },
  {
    rule: 'one name makes one team',
    async round(platforms) {
      const others = await crowdOf(platforms)
      const name = unique()
      const replies = await allAtOnce(others, (caller, index) =>
        caller('POST', '/v1/teams', { name: index % 2 ? name : name.toUpperCase() }),
      )
      keepIdle(platforms, others, replies)
      sameReplies(replies, { 204: 1, TEAM_NAME_TAKEN: atOnce - 1 })
    },
  },
  {
    rule: 'a score group is chosen once',
    async round(platforms) {
      const call = await someone(platforms)
      await call('POST', '/v1/teams', { name: unique() })
      const replies = await allAtOnce(fifty(call), (caller, index) =>
        caller('POST', '/v1/score_groups/select', {
          scoreGroup: index % 2 ? 'open' : 'closed',
          password: 'sesame',
        }),
      )
      sameReplies(replies, { 204: 1, SCORE_GROUP_ALREADY_SELECTED: atOnce - 1 })
      const chosen = replies.findIndex(({ status }) => status === 204) % 2 ? 'open' : 'closed'
      deepEqual((await call('GET', '/v1/user/stats')).body.scoreGroup, chosen)
    },
  },
  {
    rule: 'one user who joins five teams at once is in one',
    async round(platforms) {
      const captains = await Promise.all(Array.from({ length: 5 }, () => newParticipant(platforms)))
      const teams = await Promise.all(captains.map(caller => caller('GET', '/v1/user/team')))
      const call = await someone(platforms)
      const replies = await allAtOnce(fifty(call), (caller, index) =>
        caller('POST', '/v1/teams/join', { joinToken: teams[index % 5]?.body.joinToken }),
      )
      sameReplies(replies, { 204: 1, VALIDATION_FAILED: atOnce - 1 })
    },
  },
  {
    rule: 'one idempotency key makes one change, and all who sent it hear the same',
    async round(platforms) {
      const call = await someone(platforms)
      const name = unique()
      const headers = { 'idempotency-key': unique() }
      const replies = await allAtOnce(fifty(call), caller =>
        caller('POST', '/v1/teams', { name }, headers),
      )
      sameReplies(replies, { 204: atOnce })
    },
  },
  {
    rule: 'one idempotency key stands for one request',
    async round(platforms) {
      const call = await someone(platforms)
      const names = [unique(), unique()]
      const headers = { 'idempotency-key': unique() }
      const replies = await allAtOnce(fifty(call), (caller, index) =>
        caller('POST', '/v1/teams', { name: names[index % 2] }, headers),
      )
      sameReplies(replies, { 204: atOnce / 2, VALIDATION_FAILED: atOnce / 2 })
      const { name } = (await call('GET', '/v1/user/team')).body
      deepEqual(replies.map(({ status }) => status === 204)[names.indexOf(name)], true)
    },
  },
  {
    rule: 'somebody new whose first fifty requests come at once is one user',
    async round({ platform }) {
      const username = unique()
      const call = await platform.as(username)
      const replies = await allAtOnce(fifty(call), caller => caller('GET', '/v1/user'))
      sameReplies(replies, { 200: atOnce })
      deepEqual(new Set(replies.map(({ body }) => body.id)).size, 1)
    },
  },
  {
    rule: 'of creating and joining at once, one is done, and nothing is left of the others',
    async round(platforms) {
      const { joinToken } = (await (await newParticipant(platforms))('GET', '/v1/user/team')).body
      const call = await someone(platforms)
      const replies = await allAtOnce(fifty(call), (caller, index) =>
        index % 2
          ? caller('POST', '/v1/teams', { name: unique() })
          : caller('POST', '/v1/teams/join', { joinToken }),
      )
      sameReplies(replies, { 204: 1, VALIDATION_FAILED: atOnce - 1 })
      await noEmptyTeam(platforms.platform.database)
    },
  },
  {
    rule: 'members who leave at once leave nothing, and their name is free',
    async round({ early }) {
      const { members, name } = await fullTeam(early)
      const paths = await Promise.all(members.map(pathOfLeaving))
      const replies = await Promise.all(
        members.map((member, index) => member('DELETE', paths[index] ?? '')),
      )
      sameReplies(replies, { 204: 4 })
      await noEmptyTeam(early.database)
      const next = await early.as(unique())
      deepEqual((await next('POST', '/v1/teams', { name })).status, 204)
    },
  },
  {
    rule: 'one who leaves fifty times leaves once',
    async round({ early }) {
      const { members } = await fullTeam(early)
      const [one] = members as [Caller]
      const path = await pathOfLeaving(one)
      const replies = await allAtOnce(fifty(one), caller => caller('DELETE', path))
      sameReplies(replies, { 204: 1, NOT_FOUND: atOnce - 1 })
    },
  },
  {
    rule: 'a team whose last member leaves while others join has them, or is gone',
    async round({ early }) {
      const captain = await early.as(unique())
      await captain('POST', '/v1/teams', { name: unique() })
      const { id, joinToken } = (await captain('GET', '/v1/user/team')).body
      const path = await pathOfLeaving(captain)
      const others = await Promise.all(Array.from({ length: 9 }, () => early.as(unique())))
      const join = others.map(caller => caller('POST', '/v1/teams/join', { joinToken }))
      const [left, ...joined] = await Promise.all([captain('DELETE', path), ...join])
      deepEqual(left.status, 204)
      const refused = joined.filter(({ status }) => status !== 204).map(({ body }) => body.code)
      ok(
        refused.every(code => ['TEAM_FULL', 'TEAM_JOIN_TOKEN_INVALID'].includes(code)),
        refused[0],
      )
      const places = sql`select count(*)::int as n from team_members where team_id = ${id}`
      deepEqual(await countOf(early.database, places), joined.length - refused.length)
      await noEmptyTeam(early.database)
    },
  },
  {
    rule: 'a score group that is chosen while the team ends leaves no account behind',
    async round({ early }) {
      const call = await early.as(unique())
      await call('POST', '/v1/teams', { name: unique() })
      const path = await pathOfLeaving(call)
      const replies = await allAtOnce(fifty(call), (caller, index) =>
        index % 2
          ? caller('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
          : caller('DELETE', path),
      )
      const expected = new Set([204, 'NOT_FOUND', 'NO_ACCOUNT', 'SCORE_GROUP_ALREADY_SELECTED'])
      const found = replies.map(({ status, body }) => body?.code ?? status)
      ok(
        found.every(one => expected.has(one)),
        found.join(),
      )
      await noEmptyTeam(early.database)
    },
  },
  {
    rule: 'an environment that is extended by fifty at once is extended once',
    async round(platforms) {
      const call = await newParticipant(platforms, platforms.short)
      const path = '/v1/challenges/bound/instance'
      deepEqual((await call('PUT', `${path}?category=net`)).status, 204)
      platforms.shortClock.advance(40_000)
      const replies = await allAtOnce(fifty(call), caller =>
        caller('POST', `${path}/prolong?category=net`),
      )
      sameReplies(replies, { 204: 1, CANNOT_PROLONG_CHALLENGE_INSTANCE: atOnce - 1 })
      await call('DELETE', `${path}?category=net`)
    },
  },
  {
    rule: 'an environment that is started and stopped at once is there, or is not',
    async round(platforms) {
      const call = await newParticipant(platforms)
      const path = '/v1/challenges/bound/instance?category=net'
      const replies = await allAtOnce(fifty(call), (caller, index) =>
        caller(index % 2 ? 'PUT' : 'DELETE', path),
      )
      sameReplies(replies, { 204: atOnce })
      // If a start came last, nothing of it may be left once it is stopped.
      deepEqual((await call('DELETE', path)).status, 204)
      await settled(async () => (await call('GET', path)).body.state === 'not-running')
      deepEqual((await call('GET', '/v1/user/stats')).body.runningChallenges.running, [])
    },
  },
  {
    rule: 'a user has one desktop, whatever fifty requests do to it',
    async round(platforms) {
      const { platform } = platforms
      const call = await newParticipant(platforms)
      const desktop = '/v1/user/flugzeug'
      const created = await allAtOnce(fifty(call), caller => caller('POST', desktop))
      sameReplies(created, { 204: 1, FLUGZEUG_EXISTS: atOnce - 1 })
      const changes = [
        ['POST', ''],
        ['DELETE', ''],
        ['POST', '/start'],
        ['POST', '/stop'],
        ['POST', '/prolong'],
      ] as const
      const replies = await allAtOnce(fifty(call), (caller, index) => {
        const [method, path] = changes[index % changes.length] ?? ['POST', '']
        return caller(method, desktop + path)
      })
      const failed = replies.filter(({ status }) => status >= 500)
      deepEqual(failed, [])
      const { id } = (await call('GET', '/v1/user')).body
      const rows = sql`select count(*)::int as n from desktops where user_id = ${id}`
      await settled(async () => {
        const isThere = (await call('GET', desktop)).status === 200
        return (await countOf(platform.database, rows)) === (isThere ? 1 : 0)
      })
    },
  },
  {
    rule: 'two users never get the same VPN address, and one always the same',
    async round(platforms) {
      const callers = await Promise.all(Array.from({ length: 5 }, () => newParticipant(platforms)))
      const configs = await allAtOnce(
        Array.from({ length: atOnce }, (_, index) => callers[index % 5] as Caller),
        caller => caller('GET', '/v1/user/vpn/config'),
      )
      sameReplies(
        configs.map(({ status, headers }) => ({ status, headers, body: null })),
        {
          200: atOnce,
        },
      )
      deepEqual(new Set(configs.map(({ body }) => body)).size, 5)
    },
  },
]

async function fullTeam(platform: TestPlatform) {
  const members = await Promise.all(Array.from({ length: 4 }, () => platform.as(unique())))
  const [captain, ...others] = members as [Caller, ...Caller[]]
  const name = unique()
  await captain('POST', '/v1/teams', { name })
  const { joinToken } = (await captain('GET', '/v1/user/team')).body
  const joined = await Promise.all(
    others.map(caller => caller('POST', '/v1/teams/join', { joinToken })),
  )
  sameReplies(joined, { 204: 3 })
  return { members, name }
}

async function pathOfLeaving(call: Caller): Promise<string> {
  const [team, user] = await Promise.all([call('GET', '/v1/user/team'), call('GET', '/v1/user')])
  return `/v1/teams/${team.body.id}/members/${user.body.id}`
}

const countOf = async ({ db }: Database, query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = (await db.execute(query)) as unknown as { rows: { n: number }[] }
  return rows[0]?.n ?? 0
}

/** Checks that there is no team without members, and no account without a team. */
const noEmptyTeam = async (database: Database) =>
  deepEqual(
    await countOf(
      database,
      sql`select (select count(*) from teams
          where not exists (select from team_members where team_id = teams.id))::int
        + (select count(*) from accounts
          where not exists (select from teams where teams.id = accounts.id))::int as n`,
    ),
    0,
  )

/** Waits for work that continues after the answers. */
async function settled(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 500; look++) {
    if (await isSo()) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  ok(false, 'it does not settle')
}
