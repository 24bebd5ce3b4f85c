import { and, eq, ne, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open.ts'
import { replicas } from '../database/schema.ts'
import type { Log } from '../log.ts'

export interface ReplicasOptions {
  database: Database
  /** This one's id. */
  replica: string
  clock: Clock
  log: Log
  /** Called every few seconds, and when a replica left: some rows may have lost their owner. */
  onRound: () => Promise<void>
  /** The others took this one for dead: what it held may be theirs, or gone. */
  onDoubt: () => Promise<void>
}

export interface Replicas {
  /** From now on this one counts as alive. */
  join(): Promise<void>
  /** Begins to beat and to look after the others. */
  watch(): void
  /** Looks now. */
  look(): Promise<void>
  /** The others may take over at once. */
  leave(): Promise<void>
}

const beatEvery = 5000
/** A replica whose beat stands still for so long is dead. */
const deadAfter = 20_000

/**
 * Who is alive of those that share the database. Each replica counts up its own row; who sees a
 * count stand still by its own clock calls that replica dead and deletes its row, unless it moved
 * in that moment. With the embedded database there are no others.
 */
export function createReplicas(options: ReplicasOptions): Replicas {
  const { database, replica, clock, log, onRound, onDoubt } = options
  const { db } = database
  const isAlone = database.kind === 'pglite'
  const seen = new Map<string, { beat: number; since: number }>()
  let cancel = () => {}
  let rounds: Promise<void> = Promise.resolve()
  let isIdle = true

  const join = () =>
    db
      .insert(replicas)
      .values({ id: replica, beat: 1 })
      .onConflictDoUpdate({ target: replicas.id, set: { beat: sql`${replicas.beat} + 1` } })

  async function beat(): Promise<void> {
    const next = { beat: sql`${replicas.beat} + 1` }
    const mine = db.update(replicas).set(next).where(eq(replicas.id, replica)).returning()
    if ((await mine).length > 0) return
    log.warn('the other replicas took this one for dead')
    await join()
    await onDoubt()
  }

  async function buryTheDead(): Promise<void> {
    const now = clock.now()
    const others = await db.select().from(replicas).where(ne(replicas.id, replica))
    for (const id of seen.keys()) if (!others.some(other => other.id === id)) seen.delete(id)
    for (const { id, beat } of others) {
      const known = seen.get(id)
      if (known?.beat !== beat) seen.set(id, { beat, since: now })
      else if (now - known.since >= deadAfter) {
        log.warn({ replica: id }, 'a replica is dead: what it ran is taken over')
        await db.delete(replicas).where(and(eq(replicas.id, id), eq(replicas.beat, beat)))
      }
    }
  }

  async function round(): Promise<void> {
    try {
      await beat()
      await buryTheDead()
      await onRound()
    } catch (error) {
      // While the database is away, nobody beats: that says nothing about who is alive.
      seen.clear()
      log.warn({ err: error }, 'the replicas could not be looked after')
    }
  }
  const look = () => {
    isIdle = false
    const mine = rounds.then(round)
    rounds = mine
    return mine.finally(() => {
      isIdle = rounds === mine
    })
  }
  const again = () => {
    cancel = clock.after(beatEvery, () => {
      again()
      // While the database hangs, rounds do not pile up.
      if (isIdle) void look()
    })
  }

  return {
    async join() {
      if (isAlone) await db.delete(replicas)
      else await join()
    },
    watch() {
      if (!isAlone) again()
    },
    look: async () => (isAlone ? undefined : look()),
    async leave() {
      cancel()
      await rounds
      await db.delete(replicas).where(eq(replicas.id, replica))
    },
  }
}
