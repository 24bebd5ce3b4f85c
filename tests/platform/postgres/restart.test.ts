import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { openDatabase } from '../../../platform/database/open.ts'
import { rowsOf } from '../../../platform/database/rows-of.ts'
import { solves } from '../../../platform/database/schema.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgres-server.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { type Caller, startPlatform, type TestPlatform } from '../start-platform.ts'

/** Runs in `npm run test:postgres` if PostgreSQL is installed. This test starts its own server. */
const isAsked = Boolean(process.env.DATABASE_URL)
const flagCount = 2000
const flagOf = (number: number) => `TEST{many-${number}}`

describe.skipIf(!isAsked)('while PostgreSQL restarts', () => {
  let server: PostgresServer
  let platform: TestPlatform
  let other: TestPlatform
  let closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    server = await startPostgres()
    const eventFolder = await eventOfManyFlags()
    const start = async (waits = {}) => {
      const database = await openDatabase({ url: server.url, waits })
      const clock = createSimulatedClock(during)
      const started = await startPlatform({ eventFolder, clock, database })
      closing.push(async () => {
        await started.close()
        await database.close()
      })
      return started
    }
    // A busy host needs more than the usual twelve seconds to start a server again.
    platform = await start({ totalMs: 60_000 })
    other = await start()
  })
  afterAll(async () => {
    for (const close of closing) await close()
    closing = []
    await server?.close()
  })

  const outages = {
    'restarts in order': () => server.restart('fast'),
    crashes: () => server.restart('immediate'),
    'ends all connections, ten times': async () => {
      for (let time = 0; time < 10; time++) await server.endConnections()
    },
    'only reads, as a standby does until it is promoted': async () => {
      const refused = async () => {
        const [known] = await rowsOf<{ count: string }>(
          platform.database.db,
          sql`select xact_rollback as count from pg_stat_database where datname = current_database()`,
        )
        return Number(known?.count)
      }
      const before = await refused()
      await server.demote()
      await expect.poll(refused).toBeGreaterThan(before + 5)
      await server.promote()
      await server.endConnections()
    },
  }
  test.each(Object.entries(outages))(
    'requests are answered late, and none is lost when it %s',
    async (mode, goWrong) => {
      const participants = await Promise.all(
        Array.from({ length: 8 }, (_, index) => newParticipant(platform, `${mode}-${index}`)),
      )
      const reader = await newParticipant(platform, `${mode}-reader`)
      let isOver = false
      let answered = 0
      let awaited = { count: 0, reached: () => {} }
      const accepted = new Map<Caller, number>()
      const ask = async (call: Caller, ...given: Parameters<Caller>) => {
        const reply = await call(...given)
        answered++
        if (answered >= awaited.count) awaited.reached()
        return reply
      }

      /** Submits flags, every second one with a key, as the app does. */
      const submit = async (call: Caller) => {
        for (let number = 0; !isOver && number < flagCount; number++) {
          const key: Record<string, string> =
            number % 2 ? { 'idempotency-key': `${mode}-${number}` } : {}
          const path = '/v1/challenges/many/solve?category=bulk'
          const reply = await ask(call, 'POST', path, { flag: flagOf(number) }, key)
          expect([reply.status, reply.body]).toEqual([200, { status: 1 }])
          accepted.set(call, number + 1)
        }
      }
      const read = async () => {
        while (!isOver)
          for (const path of [
            '/v1/user/team',
            '/v1/user',
            '/v1/user/stats',
            '/v1/stats/scoreboard',
          ])
            expect((await ask(reader, 'GET', path)).status).toBe(200)
      }
      /** Signs in new users, for whom rows are created. */
      const arrive = async () => {
        for (let number = 0; !isOver; number++)
          await newParticipant(platform, `${mode}-late-${number}`, (call, ...given) =>
            ask(call, ...given),
          )
      }
      const load = Promise.all([...participants.map(submit), read(), read(), arrive()])
      const untilMore = (count: number) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        awaited = { count: answered + count, reached: resolve }
        // An answer that is not a success ends the load, and this wait.
        return Promise.race([promise, load])
      }

      await untilMore(200)
      await goWrong()
      await untilMore(200)
      isOver = true
      await load

      for (const call of participants) {
        const { accountId, score } = (await call('GET', '/v1/user/stats')).body
        const rows = await platform.database.db
          .select()
          .from(solves)
          .where(eq(solves.accountId, accountId))
        const count = accepted.get(call)
        expect([rows.length, score.numSolvedFlags]).toEqual([count, count])
      }
    },
  )

  test('another replica hears again of what happens', async () => {
    const name = 'after-all'
    const here = await newParticipant(platform, name)
    const there = await other.as(name)
    await server.restart('fast')
    // That replica has read the stats, so only news can change them.
    expect((await there('GET', '/v1/user/stats')).body.score.numSolvedFlags).toBe(0)
    const solve = '/v1/challenges/many/solve?category=bulk'
    expect((await here('POST', solve, { flag: flagOf(1) })).body).toEqual({ status: 1 })
    await expect
      .poll(async () => (await there('GET', '/v1/user/stats')).body.score.numSolvedFlags)
      .toBe(1)
  })

  test('when it stays away, that is reported, and what is known is still answered', async () => {
    const call = await newParticipant(other, 'patient')
    await call('GET', '/v1/user/stats')
    await server.stop()
    try {
      const read = call('GET', '/v1/user/team')
      const change = call('POST', '/v1/challenges/many/solve?category=bulk', { flag: flagOf(1) })
      expect((await call('GET', '/v1/user/stats')).status).toBe(200)
      for (const { status, headers, body } of await Promise.all([read, change])) {
        expect([status, body.code]).toEqual([503, 'UNKNOWN'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    } finally {
      await server.start()
    }
    expect((await call('GET', '/v1/user/team')).status).toBe(200)
  })
})

async function newParticipant(
  platform: TestPlatform,
  name: string,
  ask: (call: Caller, ...given: Parameters<Caller>) => ReturnType<Caller> = (call, ...given) =>
    call(...given),
): Promise<Caller> {
  const call = await platform.as(name)
  expect((await ask(call, 'POST', '/v1/teams', { name })).status).toBe(204)
  const group = { scoreGroup: 'open' }
  expect((await ask(call, 'POST', '/v1/score_groups/select', group)).status).toBe(204)
  return call
}

async function eventOfManyFlags(): Promise<string> {
  const folder = await writeEvent()
  const path = join(folder, 'bulk', 'many')
  await mkdir(path, { recursive: true })
  const flags = Array.from({ length: flagCount }, (_, number) => flagOf(number))
  const challenge = {
    name: 'Many',
    category: 'Bulk',
    author: 'us',
    description: 'Many.',
    version: '0.1',
    state: 'visible',
    value: flagCount,
    logic: 'all',
    flags,
  }
  await writeFile(join(path, 'challenge.yml'), stringify(challenge))
  return folder
}
