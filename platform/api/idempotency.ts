import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
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
  /** Method, address and body: what the key stands for. */
  content: string
}

export type Idempotency = ReturnType<typeof createIdempotency>

const day = 24 * 60 * 60_000
/**
 * A claim that had no reply for so long was cut off by a crash. This is measured by the monotonic
 * clock, since a claim's time of day says nothing of its age after somebody has set the clock.
 */
const abandonedMs = 30_000
const askAgain = 50

type Key = Pick<KeyedRequest, 'userId' | 'key'>

/** Of a change that is being made: no two of one key have the same time. */
interface Claim {
  createdAt: Date
}

/** Since when, on the monotonic clock, a claim has been seen as it is. */
type Watched = Claim & { since: number }

interface Options {
  database: Database
  clock: Clock
  secret: string
}

/** Makes a change once for each key, and repeats its reply for 24 hours. */
export function createIdempotency({ database, clock, secret }: Options) {
  const { db } = database
  const running = new Map<string, Promise<CallReply>>()
  /** What the last sweep saw that was being made. */
  let claims = new Map<string, Watched>()
  const at = ({ userId, key }: Key) => and(eq(idempotency.userId, userId), eq(idempotency.key, key))
  const isPending = isNull(idempotency.status)
  const isOld = (now: number) =>
    and(isNotNull(idempotency.status), lt(idempotency.createdAt, new Date(now - day)))

  /** @returns whether the key was free */
  const claim = async (request: KeyedRequest, fingerprint: string): Promise<boolean> => {
    const now = clock.now()
    const { userId, key } = request
    await db.delete(idempotency).where(and(at(request), isOld(now)))
    return database.once(async tx => {
      const fresh = await tx
        .insert(idempotency)
        .values({ userId, key, fingerprint, createdAt: new Date(now) })
        .onConflictDoNothing()
        .returning({ key: idempotency.key })
      return fresh.length > 0
    })
  }

  /** Takes the key over from a change that was cut off. @returns false when another one did */
  const takeOver = (request: KeyedRequest, cutOff: Claim): Promise<boolean> =>
    database.once(async tx => {
      // Later than the one before, so that of two takeovers only one finds the row as it was.
      const createdAt = new Date(Math.max(clock.now(), cutOff.createdAt.getTime() + 1))
      const taken = await tx
        .update(idempotency)
        .set({ createdAt })
        .where(and(at(request), isPending, eq(idempotency.createdAt, cutOff.createdAt)))
        .returning({ key: idempotency.key })
      return taken.length > 0
    })

  /** @returns its reply; the claim, while it is being made; null where the key is free */
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
      // Kept for a day from now on: the clock may have been set since it was claimed.
      const createdAt = new Date(clock.now())
      if (isFinal(status))
        await db.update(idempotency).set({ status, headers, body, createdAt }).where(at(request))
      else await db.delete(idempotency).where(at(request))
      return reply
    } catch (error) {
      const forgotten = db.delete(idempotency).where(at(request))
      // Nobody waits for a server that was waited for already.
      if (isUnavailable(error)) forgotten.catch(() => {})
      else await forgotten
      throw error
    }
  }

  /** Forgets the claims that were there at the last sweep, and that nobody took over since. */
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
      const isIt = and(at({ userId, key }), isPending, eq(idempotency.createdAt, createdAt))
      await db.delete(idempotency).where(isIt)
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
        // Here, or on another replica, which only the database can tell.
        const mine = running.get(name)
        const isCutOff = watched && !mine && clock.monotonic() - watched.since >= abandonedMs
        if (watched && isCutOff && (await takeOver(request, watched))) return start()
        await (mine?.catch(() => null) ?? pause())
      }
    },

    /** At the start of the only platform on its database: forgets what a crash cut off. */
    async forgetPending(): Promise<void> {
      await db.delete(idempotency).where(isPending)
    },

    /** Forgets answers older than a day, and what another platform's crash cut off. */
    async sweep(): Promise<void> {
      await db.delete(idempotency).where(isOld(clock.now()))
      await sweepClaims()
    },
  }
}

const nameOf = ({ userId, key }: Key) => JSON.stringify([userId, key])

const pause = () => new Promise(resolve => setTimeout(resolve, askAgain))

/** Answers that another attempt would get as well. */
const isFinal = (status: number) => status < 500 && status !== 401 && status !== 429
