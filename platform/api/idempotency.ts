import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open.ts'
import { isUnavailable } from '../database/outage.ts'
import { idempotency } from '../database/schema.ts'
import { Refusal } from '../refusal.ts'
import { sign } from '../secret.ts'
import type { Outcome } from './outcome.ts'

export interface KeyedRequest {
  userId: string
  key: string
  /** Method, address and body: what the key stands for. */
  content: string
}

export type Idempotency = ReturnType<typeof createIdempotency>

const day = 24 * 60 * 60_000
/** After this long, a change that never came to an answer was cut off by a crash. */
const abandoned = 30_000
const askAgain = 50

interface Options {
  database: Database
  clock: Clock
  secret: string
}

/** Makes a change once for each key, and tells again for 24 hours what it answered. */
export function createIdempotency({ database, clock, secret }: Options) {
  const { db } = database
  const running = new Map<string, Promise<Outcome>>()
  const at = ({ userId, key }: KeyedRequest) =>
    and(eq(idempotency.userId, userId), eq(idempotency.key, key))
  const isPending = isNull(idempotency.status)

  /** @returns false when another request has the key */
  const claim = async (request: KeyedRequest, fingerprint: string): Promise<boolean> => {
    const now = clock.now()
    const createdAt = new Date(now)
    const { userId, key } = request
    await db
      .delete(idempotency)
      .where(and(at(request), lt(idempotency.createdAt, new Date(now - day))))
    return database.once(async tx => {
      const fresh = await tx
        .insert(idempotency)
        .values({ userId, key, fingerprint, createdAt })
        .onConflictDoNothing()
        .returning({ key: idempotency.key })
      if (fresh.length > 0) return true
      const cutOff = lt(idempotency.createdAt, new Date(now - abandoned))
      const taken = await tx
        .update(idempotency)
        .set({ createdAt })
        .where(and(at(request), isPending, cutOff, eq(idempotency.fingerprint, fingerprint)))
        .returning({ key: idempotency.key })
      return taken.length > 0
    })
  }

  /** @returns null while it is still being made */
  const recall = async (request: KeyedRequest, fingerprint: string): Promise<Outcome | null> => {
    const [row] = await db.select().from(idempotency).where(at(request))
    if (!row) return null
    if (row.fingerprint !== fingerprint)
      throw new Refusal(
        'VALIDATION_FAILED',
        'this idempotency-key was used for another request: use a new one',
      )
    if (row.status === null) return null
    const headers = { ...row.headers, 'idempotency-replayed': 'true' }
    return { status: row.status, headers, body: row.body }
  }

  const make = async (request: KeyedRequest, change: () => Promise<Outcome>): Promise<Outcome> => {
    try {
      const outcome = await change()
      const { status, headers, body } = outcome
      if (isFinal(status))
        await db.update(idempotency).set({ status, headers, body }).where(at(request))
      else await db.delete(idempotency).where(at(request))
      return outcome
    } catch (error) {
      const forgotten = db.delete(idempotency).where(at(request))
      // Nobody waits for a server that was waited for already.
      if (isUnavailable(error)) forgotten.catch(() => {})
      else await forgotten
      throw error
    }
  }

  return {
    async once(request: KeyedRequest, change: () => Promise<Outcome>): Promise<Outcome> {
      const fingerprint = sign(secret, request.content)
      const name = JSON.stringify([request.userId, request.key])
      for (;;) {
        if (await claim(request, fingerprint)) {
          const making = make(request, change)
          running.set(name, making)
          return making.finally(() => running.delete(name))
        }
        const known = await recall(request, fingerprint)
        if (known) return known
        // Here, or on another replica, which only the database can tell.
        await (running.get(name)?.catch(() => null) ?? pause())
      }
    },

    /** Forgets what is older than a day, and, alone on its database, what a crash cut off. */
    async sweep(isAlone = false): Promise<void> {
      const old = lt(idempotency.createdAt, new Date(clock.now() - day))
      await db.delete(idempotency).where(old)
      if (isAlone) await db.delete(idempotency).where(isPending)
    },
  }
}

const pause = () => new Promise(resolve => setTimeout(resolve, askAgain))

/** Answers that another attempt would get as well. */
const isFinal = (status: number) => status < 500 && status !== 401 && status !== 429
