import { setImmediate } from 'node:timers/promises'
import { PGlite, type PGliteOptions, type QueryOptions, types } from '@electric-sql/pglite'
import { findError } from './errors.ts'

/** Milliseconds for which queries follow each other at once. */
const maxTurnMs = 2

const asText = (value: string) => value
/** Drizzle parses these itself. It also parses arrays of them, but the schema has none. */
const drizzleParsers = Object.fromEntries(
  [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE].map(type => [type, asText]),
)

/** With these, PostgreSQL ends: for example if the disk is full when it needs a new file for its log. */
const isEnd = (severity: string | undefined) => severity === 'PANIC' || severity === 'FATAL'

/** PGlite that shares its thread with other work, for Drizzle. */
export class YieldingPGlite extends PGlite {
  readonly #onEnd: (error: Error) => void
  #turnSince = 0
  #end: Error | null = null

  /** @param onEnd called once, if PostgreSQL ends by itself. All queries fail from then on */
  constructor(options: PGliteOptions, onEnd: (error: Error) => void = () => {}) {
    super({ ...options, parsers: drizzleParsers })
    this.#onEnd = onEnd
  }

  static async open(
    options: PGliteOptions,
    onEnd?: (error: Error) => void,
  ): Promise<YieldingPGlite> {
    const client = new YieldingPGlite(options, onEnd)
    await client.waitReady
    return client
  }

  /** After its end, PGlite would try the next message for ever, and nothing else could run on this thread. */
  override async execProtocolStream(...how: Parameters<PGlite['execProtocolStream']>) {
    if (this.#end) throw this.#end
    try {
      return await super.execProtocolStream(...how)
    } catch (error) {
      if (findError(error, ({ severity }) => isEnd(severity))) {
        this.#end = new Error('the embedded database has ended', { cause: error })
        this.#onEnd(this.#end)
      }
      throw error
    }
  }

  override async execProtocol(...how: Parameters<PGlite['execProtocol']>) {
    if (this.#end) throw this.#end
    return super.execProtocol(...how)
  }

  override query<T>(query: string, parameters?: unknown[], options?: QueryOptions) {
    return super.query<T>(query, parameters, withoutParsers(options))
  }

  override transaction<T>(work: Parameters<typeof PGlite.prototype.transaction<T>>[0]) {
    return super.transaction<T>(transaction => {
      const { query } = transaction
      transaction.query = (text, parameters, options) =>
        query(text, parameters, withoutParsers(options))
      return work(transaction)
    })
  }

  /**
   * PGlite answers within the task that asks. So queries that wait for each other would run as one task, together with
   * the code that their callers run next, and all requests would wait for the last of them.
   */
  override async _runExclusiveQuery<T>(query: () => Promise<T>): Promise<T> {
    return super._runExclusiveQuery(async () => {
      if (performance.now() - this.#turnSince > maxTurnMs) {
        await setImmediate()
        this.#turnSince = performance.now()
      }
      return query()
    })
  }
}

/**
 * For a query with its own parsers, PGlite copies the table of all parsers: 120 KB and 0.2 ms. Drizzle passes the same
 * parsers with each query.
 */
function withoutParsers(options?: QueryOptions): QueryOptions {
  const { parsers: _, ...others } = options ?? {}
  return others
}
