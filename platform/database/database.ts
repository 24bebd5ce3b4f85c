import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** Queries, the same for both engines. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * While the server is away, each statement or transaction waits for it, for up to 12 s. One that
   * lost its connection is sent again, and may have been carried out before: what does harm or
   * answers otherwise when it is done twice belongs into `once`.
   *
   * @throws UnavailableError
   */
  readonly db: Db
  /**
   * A transaction that is committed once, and surely, though its connection be lost in the midst of
   * the commit: where the server is away, `work` may be called again.
   *
   * @throws UnavailableError, after which nobody knows whether it was committed
   */
  once<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Tells every replica, this one included. At most 8000 bytes of payload. */
  notify(channel: string, payload?: string): Promise<void>
  /**
   * @param again called when the line was down and is back: what was told meanwhile is lost
   * @returns stops listening
   */
  listen(
    channel: string,
    hear: (payload: string) => void,
    again?: () => void,
  ): Promise<() => Promise<void>>
  /** Deletes the marks of transactions that no attempt can need any more. */
  sweep(): Promise<void>
  close(): Promise<void>
}
