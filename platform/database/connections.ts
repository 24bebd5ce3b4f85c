import pg, { type ClientConfig, type PoolClient } from 'pg'
import { isWithin } from './deadline.ts'
import { findError } from './errors.ts'
import { ConnectionLostError, isLoss, onlyReads, takesNoChanges } from './outage.ts'

/** Connections to one PostgreSQL server. */
export interface Connections {
  /**
   * Runs `work` with a connection, and closes the connection if it was lost or after `ms`. `work` may
   * go on for a moment after that, on a closed connection.
   *
   * @throws ConnectionLostError if there was no connection, it broke, or the server did not answer
   */
  use<T>(work: (client: PoolClient) => Promise<T>, ms: number): Promise<T>
  /** Rejects while the server is away. */
  probe(): Promise<unknown>
  /** A connection of its own, for LISTEN. The caller ends it. */
  open(): Promise<pg.Client>
  close(): Promise<void>
}

export interface ConnectionLimits {
  /** Connections at once. Default 8: ten platforms, each with one more that listens, fit into PostgreSQL's 100. */
  connections?: number
  /** How long an attempt may take to get a connection, and then its answer, in ms. Default 5000. */
  attemptMs?: number
}

const defaultConnections = 8
const probeMs = 2000
/** The code of PostgreSQL's answer when all of its connections are taken. */
const tooManyConnections = '53300'
/** How long running statements may take to end when the pool is closed, in ms. */
const closeMs = 3000

export function createConnections(url: string, limits: ConnectionLimits = {}): Connections {
  const { connections = defaultConnections, attemptMs = 5000 } = limits
  const config = {
    connectionString: url,
    application_name: 'guidon',
    keepAlive: true,
    connectionTimeoutMillis: attemptMs,
    // The server ends statements that nobody waits for any more, which frees their locks.
    statement_timeout: Math.ceil(attemptMs * 0.8),
    idle_in_transaction_session_timeout: 2 * attemptMs,
  }
  const broken = new WeakSet<PoolClient>()
  const createPool = () => {
    const pool = new pg.Pool({ ...config, max: connections })
    // Without a listener, an error of a connection ends the process. The pool removes the connection.
    pool.on('error', () => {})
    return pool.on('connect', client => client.on('error', () => broken.add(client)))
  }
  let pool = createPool()
  let isClosed = false
  /** Attempts that wait for a connection of `pool`. Called when it is replaced. */
  const waiting = new Set<() => void>()

  /** The server did not answer on one connection, or took no changes, and would do the same on the idle ones. */
  const replace = (silent: pg.Pool) => {
    if (silent !== pool || isClosed) return
    pool = createPool()
    void silent.end()
    for (const goOver of waiting) goOver()
  }

  /** @throws ConnectionLostError, whatever the reason: then the server counts as away */
  const take = async (until: number): Promise<{ client: PoolClient; from: pg.Pool }> => {
    for (;;) {
      const from = pool
      const { promise: replaced, resolve: goOver } = Promise.withResolvers<void>()
      waiting.add(goOver)
      const taking = takeFrom(from, until - performance.now(), replaced)
      const client = await taking.finally(() => waiting.delete(goOver))
      if (client) return { client, from }
    }
  }

  return {
    async use(work, ms) {
      const until = performance.now() + ms
      const { client, from } = await take(until)
      const lost = Promise.withResolvers<never>()
      const late = setTimeout(() => {
        lost.reject(new ConnectionLostError(`the database was silent for ${Math.round(ms)} ms`))
        replace(from)
      }, until - performance.now())
      client.once('error', lost.reject)
      try {
        const result = await Promise.race([work(client), lost.promise])
        client.release()
        return result
      } catch (error) {
        const isLost = broken.has(client) || isLoss(error)
        client.release(isLost)
        if (takesNoChanges(error)) replace(from)
        throw isLost ? new ConnectionLostError('a connection was lost', { cause: error }) : error
      } finally {
        client.off('error', lost.reject)
        clearTimeout(late)
      }
    },

    async probe() {
      const client = createClient({ ...config, connectionTimeoutMillis: probeMs })
      try {
        await client.connect()
        await client.query({ text: 'select 1', query_timeout: probeMs } as pg.QueryConfig)
      } finally {
        client.end().catch(() => {})
      }
    },

    async open() {
      const client = createClient(config)
      await client.connect()
      return client
    },

    async close() {
      isClosed = true
      await isWithin(closeMs, pool.end())
    },
  }
}

function createClient(config: ClientConfig): pg.Client {
  return new pg.Client(config).on('error', () => {})
}

/**
 * @returns null if the pool was replaced first: it hands out no connection any more
 * @throws ConnectionLostError, whatever the reason
 */
async function takeFrom(
  pool: pg.Pool,
  ms: number,
  replaced: Promise<void>,
): Promise<PoolClient | null> {
  const taking = pool.connect()
  const lost = (cause?: unknown) =>
    new ConnectionLostError('no connection to the database was free or could be opened', {
      cause: explainOutage(cause),
    })
  const giveBack = () =>
    taking.then(
      client => client.release(),
      () => {},
    )
  const first = Promise.race([taking, replaced.then(() => null)])
  try {
    if (!(await isWithin(ms, first))) throw lost()
    const client = await first
    if (!client) void giveBack()
    return client
  } catch (error) {
    void giveBack()
    throw error instanceof ConnectionLostError ? error : lost(error)
  }
}

/** Says what to do if PostgreSQL has no connection left, or takes no changes; another error stays as it is. */
export function explainOutage(error: unknown): unknown {
  if (takesNoChanges(error)) {
    const message = 'this PostgreSQL takes no changes: name the primary server, and no standby'
    return Object.assign(new Error(message), { code: onlyReads })
  }
  if (!findError(error, one => one.code === tooManyConnections)) return error
  const more = defaultConnections + 1
  const message = `PostgreSQL has no connection left: raise its max_connections. Each platform opens up to ${more}`
  return Object.assign(new Error(message), { code: tooManyConnections })
}
