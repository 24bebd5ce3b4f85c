import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** Queries, the same for both engines. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * While the server is away, each statement or transaction waits for it, for up to 12 s. One that
   * lost its connection is sent again, and may have been carried out before. Use `once` for what must
   * not be done twice.
   *
   * @throws UnavailableError
   */
  readonly db: Db
  /**
   * A transaction that is committed exactly once, even if its connection is lost during the commit.
   * `work` may be called again.
   *
   * @throws UnavailableError: then it is not known whether it was committed
   */
  once<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Sends a message to every replica, this one included: at most 8000 bytes. */
  notify(channel: string, payload?: string): Promise<void>
  /**
   * @param again called when a lost connection is back: messages of that time are lost
   * @returns stops listening
   */
  listen(
    channel: string,
    listener: (payload: string) => void,
    again?: () => void,
  ): Promise<() => Promise<void>>
  /** Deletes the marks of transactions that no attempt can need any more. */
  sweep(): Promise<void>
  close(): Promise<void>
}
