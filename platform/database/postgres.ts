import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import { violatedConstraint } from './errors.ts'
import { type Database, type Db, migrationsFolder } from './open.ts'
import { createPatience, isLoss } from './outage.ts'
import { beginOn, createPool, type Pool } from './pool.ts'
import * as schema from './schema.ts'

/** Any number that no other program on the same database uses. */
const migrationLock = 4_711_001
const sweepEvery = 10 * 60_000

/** A PostgreSQL server, shared with other replicas. */
export async function openPostgres(url: string): Promise<Database> {
  await bringUpToDate(url)
  const pool = createPool(url)
  const patience = createPatience(pool.probe)
  /** Runs something on the server that is there, again where it was lost, for as long as one waits. */
  const onServer: OnServer = attempt =>
    patience.attempt(async () => {
      const client = pool.current()
      try {
        return await attempt(client)
      } catch (error) {
        if (isLoss(error)) pool.replace(client)
        throw error
      }
    })
  const sweeping = setInterval(() => {
    pool.current()`delete from commits where made_at < now() - interval '1 hour'`.catch(() => {})
  }, sweepEvery).unref()

  const db = drizzle(asClient(pool, onServer), { schema })
  return {
    kind: 'postgres',
    db,
    once: createOnce(db),
    async notify(channel, payload = '') {
      await onServer(client => client.notify(channel, payload))
    },
    listen: (channel, hear, again) => listen(pool, patience.untilBack, channel, hear, again),
    async close() {
      clearInterval(sweeping)
      patience.end()
      await pool.close()
    },
  }
}

type OnServer = <T>(attempt: (client: Sql) => PromiseLike<T>) => Promise<T>

async function bringUpToDate(url: string): Promise<void> {
  const one = postgres(url, { onnotice: () => undefined, max: 1 })
  try {
    const db = drizzle(one, { schema })
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder })
  } finally {
    // The lock goes with its connection.
    await one.end()
  }
}

/**
 * Each transaction begins with a mark of its own, which is there if and only if it was committed:
 * an attempt that follows a lost one runs into it, and waits for one that is still at it.
 */
const createOnce =
  (db: Db): Database['once'] =>
  async work => {
    const id = randomUUID()
    const made: Awaited<ReturnType<typeof work>>[] = []
    try {
      return await db.transaction(async tx => {
        // A sure commit even where the server is set up to lose the last moments in a crash.
        await tx.execute(
          sql`insert into commits (id) select ${id} from set_config('synchronous_commit', 'on', true)`,
        )
        made.length = 0
        const result = await work(tx)
        made.push(result)
        return result
      })
    } catch (error) {
      const [last] = made
      if (made.length === 0 || violatedConstraint(error) !== 'commits_pkey') throw error
      return last as Awaited<ReturnType<typeof work>>
    }
  }

/** What drizzle takes for one client: all that it is asked goes to whichever connections there are. */
function asClient(pool: Pool, onServer: OnServer): Sql {
  type Query = ReturnType<Sql['unsafe']>
  const unsafe = (...given: Parameters<Sql['unsafe']>) => {
    const run = <T>(how: (query: Query) => PromiseLike<T>): Promise<T> =>
      onServer(async client => how(prepared(client)(...given)))
    return {
      values: () => run(query => query.values()),
      // As the library's queries, it is not sent before somebody waits for it.
      // biome-ignore lint/suspicious/noThenProperty: drizzle awaits what the client gives it
      then: (...how: Parameters<Query['then']>) => run(query => query).then(...how),
    }
  }
  const begin = (work: (tx: Sql) => Promise<unknown>) =>
    onServer(client => beginOn(client, tx => work(withMethods(tx, { unsafe: prepared(tx) }))))
  return withMethods(pool.current(), { unsafe, begin })
}

/** Statements are few and asked for often: without this, each is two trips to the server. */
const prepared =
  (client: Sql) =>
  (...[text, values, how]: Parameters<Sql['unsafe']>) =>
    client.unsafe(text, values, { ...how, prepare: (values?.length ?? 0) > 0 })

const withMethods = (client: Sql, methods: Record<string, unknown>): Sql =>
  new Proxy(client, {
    get: (target, name) =>
      typeof name === 'string' && name in methods ? methods[name] : Reflect.get(target, name),
  })

async function listen(
  pool: Pool,
  untilBack: () => Promise<void>,
  ...[channel, hear, again]: Parameters<Database['listen']>
): Promise<() => Promise<void>> {
  let isOver = false
  const open = async (): Promise<Sql> => pool.listen(channel, hear, () => void reopen())
  const reopen = async () => {
    while (!isOver) {
      await untilBack()
      const next = await open().catch(() => null)
      if (!next) continue
      line = next
      return again?.()
    }
  }
  let line = await open()
  return async () => {
    isOver = true
    await line.end({ timeout: 0 })
  }
}
