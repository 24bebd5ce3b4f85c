import { setImmediate } from 'node:timers/promises'
import { PGlite, type PGliteOptions, type QueryOptions, types } from '@electric-sql/pglite'

/** Milliseconds for which queries follow each other at once. */
const maxTurnMs = 2

const asText = (value: string) => value
/** Drizzle parses these itself. It also parses arrays of them, but the schema has none. */
const drizzleParsers = Object.fromEntries(
  [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE].map(type => [type, asText]),
)

/** PGlite that shares its thread with other work, for Drizzle. */
export class YieldingPGlite extends PGlite {
  #turnSince = 0

  constructor(options: PGliteOptions) {
    super({ ...options, parsers: drizzleParsers })
  }

  static async open(options: PGliteOptions): Promise<YieldingPGlite> {
    const client = new YieldingPGlite(options)
    await client.waitReady
    return client
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
