import { and, eq, ne, sql } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { replicas } from '../database/schema.ts'
import type { Log } from '../log.ts'

export interface ReplicasOptions {
  database: Database
  bus: Bus
  /** This one's, the same after a restart. */
  id: string
  /** Where the others reach this one, like `http://10.0.0.5:8080`. */
  url: string
  clock: Clock
  log: Log
}

export interface Replicas {
  /** This one's id. */
  readonly id: string
  /** No other replica can share the database. */
  readonly isAlone: boolean
  /** From now on this one counts as alive. */
  join(): Promise<void>
  /** Begins to beat and to look after the others. */
  watch(): void
  /** Called every few seconds, and when a replica left: some rows may have lost their owner. */
  onRound(look: () => Promise<void>): void
  /** The others took this one for dead: what it held may be theirs, or gone. */
  onDoubt(look: () => Promise<void>): void
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
  const { database, bus, id, url, clock, log } = options
  const { db } = database
  const isAlone = database.kind === 'pglite'
  const seen = new Map<string, { beat: number; since: number }>()
  let cancel = () => {}
  let rounds: Promise<void> = Promise.resolve()
  let isIdle = true
  const onRound: (() => Promise<void>)[] = []
  const onDoubt: (() => Promise<void>)[] = []
  const left = 'replica.left'

  const join = () =>
    db
      .insert(replicas)
      .values({ id, url, beat: 1 })
      .onConflictDoUpdate({ target: replicas.id, set: { url, beat: sql`${replicas.beat} + 1` } })

  async function beat(): Promise<void> {
    const next = { beat: sql`${replicas.beat} + 1` }
    const mine = db.update(replicas).set(next).where(eq(replicas.id, id)).returning()
    if ((await mine).length > 0) return
    log.warn('the other replicas took this one for dead')
    await join()
    for (const look of onDoubt) await look()
  }

  async function buryTheDead(): Promise<void> {
    const now = clock.monotonic()
    const others = await db.select().from(replicas).where(ne(replicas.id, id))
    for (const one of seen.keys()) if (!others.some(other => other.id === one)) seen.delete(one)
    for (const { id: other, beat } of others) {
      const known = seen.get(other)
      if (known?.beat !== beat) seen.set(other, { beat, since: now })
      else if (now - known.since >= deadAfter) {
        log.warn({ replica: other }, 'a replica is dead: what it ran is taken over')
        await db.delete(replicas).where(and(eq(replicas.id, other), eq(replicas.beat, beat)))
      }
    }
  }

  async function round(): Promise<void> {
    try {
      await beat()
      await buryTheDead()
      for (const look of onRound) await look()
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

  bus.on(left, one => {
    if (one !== id && !isAlone) void look()
  })

  return {
    ...{ id, isAlone },
    onRound: look => void onRound.push(look),
    onDoubt: look => void onDoubt.push(look),
    async join() {
      // Of an embedded database, whoever is noted is the one before.
      if (isAlone) await db.delete(replicas)
      else await join()
    },
    watch() {
      if (!isAlone) again()
    },
    async leave() {
      cancel()
      await rounds
      await db.delete(replicas).where(eq(replicas.id, id))
      await bus.publish(left, id)
    },
  }
}
