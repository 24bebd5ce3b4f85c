import { hash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg, { type PoolClient, type QueryConfig } from 'pg'
import { StartError } from '../start-error.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { type ConnectionLimits, createConnections, explainOutage } from './connections.ts'
import type { Database, Db } from './database.ts'
import { findError, violatedConstraint } from './errors.ts'
import { listen } from './listen.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { createRetry, type RetryOptions } from './outage.ts'
import * as schema from './schema.ts'
import { isOlder, requireNoPlatform } from './schema-version.ts'

export interface PostgresOptions extends ConnectionLimits, Omit<RetryOptions, 'probe'> {
  /** See `listen`. */
  heartbeatMs?: number
  /** No living platform is silent for this long. Default 20 s. */
  silentMs?: number
  /** How long others may keep the lock of the migration, or a table, in ms. Default 60 s. */
  lockMs?: number
}

/** A PostgreSQL server, shared with other replicas. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  await bringUpToDate(url, options).catch(error => {
    throw explainOutage(error)
  })
  const connections = createConnections(url, options)
  const retry = createRetry({ ...options, probe: connections.probe })
  const onServer = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    retry.attempt(ms => connections.use(client => work(prepared(client)), ms))

  const db = drizzle({
    client: {
      query: (config: QueryConfig, values: unknown[]) =>
        onServer(client => client.query(config, values)),
      // Drizzle uses no other method of its client.
    } as unknown as PoolClient,
    schema,
  })
  const transaction: Db['transaction'] = (work, how) =>
    onServer(client => drizzle({ client: client as PoolClient, schema }).transaction(work, how))
  const whole: Db = Object.assign(db, { transaction })

  return {
    kind: 'postgres',
    db: whole,
    once: createOnce(whole),
    async notify(channel, payload = '') {
      await db.execute(sql`select pg_notify(${channel}, ${payload})`)
    },
    listen: (...how) => listen({ ...options, connections, untilBack: retry.untilBack }, ...how),
    async sweep() {
      await db.execute(sql`delete from commits where made_at < now() - interval '1 hour'`)
    },
    async close() {
      retry.end()
      await connections.close()
    },
  }
}

type Client = Pick<PoolClient, 'query'>

/** There are few different statements: the server plans each once for a connection. */
const prepared = (client: PoolClient): Client => {
  const query = (config: QueryConfig, values: unknown[] = []) =>
    values.length === 0
      ? client.query(config)
      : client.query({ ...config, name: hash('sha1', config.text, 'base64url') }, values)
  return { query: query as PoolClient['query'] }
}

async function bringUpToDate(url: string, options: PostgresOptions): Promise<void> {
  const { silentMs = 20_000, lockMs = 60_000 } = options
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const db = drizzle({ client, schema })
    await db.execute(sql.raw(`set lock_timeout = ${Math.ceil(lockMs)}`))
    await db.execute(sql`select pg_advisory_lock(${advisoryLocks.migrations})`)
    if (await isOlder(db)) await requireNoPlatform(db, silentMs)
    await migrate(db, { migrationsFolder })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new StartError(
      `another session locks the tables for more than ${Math.ceil(lockMs / 1000)} s: wait for it, or end it (${await holdersOf(client)})`,
    )
  } finally {
    // Closing the connection releases the lock.
    client.end().catch(() => {})
  }
}

const isLockTimeout = (error: unknown) => findError(error, one => one.code === '55P03') !== null

/** The sessions that have the lock of the migration, or any table, as far as this user may see them. */
async function holdersOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; program: string; host: string | null }>(
    `select distinct pid, coalesce(application_name, '') as program, host(client_addr) as host
     from pg_locks left join pg_stat_activity using (pid)
     where granted and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())
       and (locktype = 'relation' or (locktype = 'advisory' and objid = $1))`,
    [advisoryLocks.migrations],
  )
  const named = rows.map(({ pid, program, host }) =>
    [`pid ${pid}`, ...(program ? [program] : []), ...(host ? [`from ${host}`] : [])].join(' '),
  )
  return named.join(', ') || 'PostgreSQL does not say which'
}

/**
 * Each transaction begins with a mark of its own, which exists if and only if it was committed. A
 * second attempt conflicts with the mark of the first one, and waits while that still runs.
 */
const createOnce =
  (db: Db): Database['once'] =>
  async work => {
    const id = randomUUID()
    const made: Awaited<ReturnType<typeof work>>[] = []
    try {
      return await db.transaction(async tx => {
        // A durable commit, even where the server is configured to commit asynchronously.
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
