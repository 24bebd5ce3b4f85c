import postgres, { type Sql } from 'postgres'
import { isLoss } from './outage.ts'

/** Connections to one PostgreSQL, replaced as a whole when one of them was lost. */
export interface Pool {
  /** Those to use now; ask anew for each statement. */
  current(): Sql
  /** One of these connections was lost: the next are new ones. */
  replace(lost: Sql): void
  /** Rejects while the server is away. */
  probe(): Promise<unknown>
  /** @param hear gets what is told; `end`: the connection is gone */
  listen(channel: string, hear: (payload: string) => void, end: () => void): Promise<Sql>
  close(): Promise<void>
}

/** Seconds that a connection which is not used any more may take to end. */
const graceSeconds = 3

/**
 * The library opens a lost connection again by itself, but not safely: what was about to be written
 * to the old socket stays in front of the new one's greeting, which the server then never gets. So
 * no connection is used again after a loss.
 */
export function createPool(url: string): Pool {
  const options = {
    onnotice: () => undefined,
    connection: { application_name: 'guidon' },
    connect_timeout: 5,
  }
  const open = () => postgres(url, { ...options, max: 20 })
  let current = open()
  let isClosed = false

  return {
    current: () => current,
    replace(lost) {
      if (lost !== current || isClosed) return
      current = open()
      // What else is under way there may come to its end.
      lost.end({ timeout: graceSeconds }).catch(() => {})
    },
    async probe() {
      const one = postgres(url, { ...options, max: 1 })
      try {
        await one`select 1`
      } finally {
        one.end({ timeout: 0 }).catch(() => {})
      }
    },
    async listen(channel, hear, end) {
      // `onnotify` is what the library's own `listen` is made of; its types do not tell of it.
      let isListening = false
      const hearing = {
        onnotify: (_: string, payload: string) => hear(payload),
        onclose: () => isListening && end(),
      }
      const one = postgres(url, { ...options, ...hearing, max: 1, max_lifetime: null })
      try {
        await one`listen ${one(channel)}`
        isListening = true
        return one
      } catch (error) {
        one.end({ timeout: 0 }).catch(() => {})
        throw error
      }
    },
    async close() {
      isClosed = true
      await current.end({ timeout: graceSeconds })
    },
  }
}

/**
 * A transaction; one that has lost its connection rejects as soon as that is known. Its work then
 * stands still where it is: the library would send the `rollback`, and whatever the work does next,
 * to a connection that is closed, and by then perhaps another's.
 */
export function beginOn<T>(client: Sql, work: (tx: Sql) => Promise<T>): Promise<T> {
  const whole = client.begin(tx =>
    work(tx as unknown as Sql).catch(error => {
      if (isLoss(error)) return new Promise<never>(() => {})
      throw error
    }),
  )
  return whole as Promise<T>
}
