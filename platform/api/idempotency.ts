import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, lt, max } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { isUnavailable } from '../database/outage.ts'
import { idempotency } from '../database/schema.ts'
import { Refusal } from '../refusal.ts'
import { sign } from '../secret.ts'
import type { CallReply } from './call-reply.ts'

export interface KeyedRequest {
  userId: string
  key: string
  /** Method, address and body, for which the key was sent. */
  content: string
}

export type Idempotency = ReturnType<typeof createIdempotency>

const day = 24 * 60 * 60_000
/**
 * A claim without a reply after this time was interrupted by a crash. The monotonic clock measures it,
 * because the time of day of a claim gives no age if the clock was set since.
 */
const abandonedMs = 30_000
const askAgainMs = 50

type Key = Pick<KeyedRequest, 'userId' | 'key'>

/** A change that is being made. No two claims of one key have the same time. */
interface Claim {
  createdAt: Date
}

/** The claim, and since when it is unchanged, by the monotonic clock. */
type Watched = Claim & { since: number }

interface IdempotencyOptions {
  database: Database
  clock: Clock
  secret: string
}

/** Makes a change once for each key, and repeats its reply for 24 hours. */
export function createIdempotency({ database, clock, secret }: IdempotencyOptions) {
  const { db } = database
  const running = new Map<string, Promise<CallReply>>()
  /** The claims that the last sweep found. */
  let claims = new Map<string, Watched>()
  const at = ({ userId, key }: Key) => and(eq(idempotency.userId, userId), eq(idempotency.key, key))
  const isPending = isNull(idempotency.status)
  const isOld = (time: Date) => and(isNotNull(idempotency.status), lt(idempotency.createdAt, time))
  const oldBefore = oldReplies(database, clock)

  /** @returns whether the key was free */
  const claim = async (request: KeyedRequest, fingerprint: string): Promise<boolean> => {
    const { userId, key } = request
    await db.delete(idempotency).where(and(at(request), isOld(await oldBefore())))
    return database.once(async tx => {
      const fresh = await tx
        .insert(idempotency)
        .values({ userId, key, fingerprint, createdAt: new Date(clock.now()) })
        .onConflictDoNothing()
        .returning({ key: idempotency.key })
      return fresh.length > 0
    })
  }

  /** Takes over the key of an interrupted change. @returns false if another request did */
  const takeOver = (request: KeyedRequest, cutOff: Claim): Promise<boolean> =>
    database.once(async tx => {
      // The new time makes the second of two takeovers fail.
      const createdAt = new Date(Math.max(clock.now(), cutOff.createdAt.getTime() + 1))
      const taken = await tx
        .update(idempotency)
        .set({ createdAt })
        .where(and(at(request), isPending, eq(idempotency.createdAt, cutOff.createdAt)))
        .returning({ key: idempotency.key })
      return taken.length > 0
    })

  /** @returns the reply; while the change is being made, its claim; null if the key is free */
  const recall = async (
    request: KeyedRequest,
    fingerprint: string,
  ): Promise<CallReply | Claim | null> => {
    const [row] = await db.select().from(idempotency).where(at(request))
    if (!row) return null
    if (row.fingerprint !== fingerprint)
      throw new Refusal(
        'VALIDATION_FAILED',
        'this idempotency-key was used for another request: use a new one',
      )
    if (row.status === null) return { createdAt: row.createdAt }
    const headers = { ...row.headers, 'idempotency-replayed': 'true' }
    return { status: row.status, headers, body: row.body }
  }

  const make = async (
    request: KeyedRequest,
    change: () => Promise<CallReply>,
  ): Promise<CallReply> => {
    try {
      const reply = await change()
      const { status, headers, body } = reply
      // The reply is kept for a day from now. The clock may have been set since the claim.
      const createdAt = new Date(clock.now())
      if (isFinal(status))
        await db.update(idempotency).set({ status, headers, body, createdAt }).where(at(request))
      else await db.delete(idempotency).where(at(request))
      return reply
    } catch (error) {
      const forgotten = db.delete(idempotency).where(at(request))
      // The request has already waited for the server; it does not wait again.
      if (isUnavailable(error)) forgotten.catch(() => {})
      else await forgotten
      throw error
    }
  }

  /** Deletes the claims that are unchanged since the last sweep. */
  const sweepClaims = async () => {
    const now = clock.monotonic()
    const rows = await db.select().from(idempotency).where(isPending)
    const before = claims
    claims = new Map()
    for (const { userId, key, createdAt } of rows) {
      const name = nameOf({ userId, key })
      const claim = { createdAt, since: now }
      const seen = before.get(name)
      if (seen?.createdAt.getTime() === createdAt.getTime()) claim.since = seen.since
      if (running.has(name)) continue
      claims.set(name, claim)
      if (now - claim.since < abandonedMs) continue
      const isClaim = and(at({ userId, key }), isPending, eq(idempotency.createdAt, createdAt))
      await db.delete(idempotency).where(isClaim)
    }
  }

  return {
    async once(request: KeyedRequest, change: () => Promise<CallReply>): Promise<CallReply> {
      const fingerprint = sign(secret, request.content)
      const name = nameOf(request)
      const start = () => {
        const making = make(request, change)
        running.set(name, making)
        return making.finally(() => running.delete(name))
      }
      let watched = null as Watched | null
      for (;;) {
        if (await claim(request, fingerprint)) return start()
        const known = await recall(request, fingerprint)
        if (known && 'status' in known) return known
        if (known?.createdAt.getTime() !== watched?.createdAt.getTime())
          watched = known && { ...known, since: clock.monotonic() }
        // It may be made here or on another replica; only the database knows.
        const mine = running.get(name)
        const isCutOff = watched && !mine && clock.monotonic() - watched.since >= abandonedMs
        if (watched && isCutOff && (await takeOver(request, watched))) return start()
        await (mine?.catch(() => null) ?? delay(askAgainMs))
      }
    },

    /** At the start of the only platform on its database: deletes claims that a crash interrupted. */
    async forgetPending(): Promise<void> {
      await db.delete(idempotency).where(isPending)
    },

    /** Deletes replies older than a day, and claims that another replica's crash interrupted. */
    async sweep(): Promise<void> {
      await db.delete(idempotency).where(isOld(await oldBefore()))
      await sweepClaims()
    },
  }
}

/**
 * Replies grow older only while this process runs, beginning with the newest reply that it found. By the clock alone, one
 * that is set forward by a day would delete all of them, and a repeated change would be made twice. While no platform
 * runs, no reply grows older.
 *
 * @returns a function that resolves with a time: earlier replies are older than a day
 */
function oldReplies({ db }: Database, clock: Clock): () => Promise<Date> {
  let start: { newest: number; at: number } | null = null
  return async () => {
    if (!start) {
      const [row] = await db.select({ newest: max(idempotency.createdAt) }).from(idempotency)
      start ??= { newest: row?.newest?.getTime() ?? clock.now(), at: clock.monotonic() }
    }
    const ran = clock.monotonic() - start.at
    // The clock may have been ahead until now: replies that come after it was set back have earlier times.
    return new Date(Math.min(start.newest + ran, clock.now()) - day)
  }
}

const nameOf = ({ userId, key }: Key) => JSON.stringify([userId, key])

/** Replies that another attempt would get, too. */
const isFinal = (status: number) => status < 500 && status !== 401 && status !== 429
