import { and, eq, ne, sql } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { replicas } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { createClockDifference } from './clock-difference.ts'
import { createIdGuard } from './id-guard.ts'

export interface ReplicasOptions {
  database: Database
  bus: Bus
  /** This replica's id, the same after a restart. */
  id: string
  /** Where the others reach this replica, like `http://10.0.0.5:8080`. */
  url: string
  clock: Clock
  log: Log
}

type Listener = () => Promise<void>

export interface Replicas {
  /** This replica's id. */
  readonly id: string
  /** Whether the database is embedded, so that there can be no other replica. */
  readonly isAlone: boolean
  /**
   * Adds this replica's row: from now on it counts as alive.
   *
   * @throws StartError where another replica lives with the same id
   */
  join(): Promise<void>
  /** Starts this replica's heartbeat and its checks of the others. */
  watch(): void
  /** Calls back every 5 s, and when a replica leaves: rows may have lost their owner. */
  onCheck(listener: Listener): void
  /** Calls back after the others took this replica for dead, until it succeeds: they may own its rows now. */
  onRemoved(listener: Listener): void
  /** Deletes this replica's row: the others take over at once. */
  leave(): Promise<void>
}

const heartbeatEveryMs = 5000
/** A replica without a heartbeat for this long is dead. */
const deadAfterMs = 20_000

/**
 * Which of the replicas that share a database are alive. Each one increments the count in its own
 * row. A replica whose count has not changed for 20 s, by the clock of another one, is dead: the
 * other one deletes its row. With the embedded database there is one replica only.
 */
export function createReplicas(options: ReplicasOptions): Replicas {
  const { database, bus, id, url, clock, log } = options
  const { db } = database
  const isAlone = database.kind === 'pglite'
  const counts = new Map<string, { heartbeats: number; since: number }>()
  let cancel = () => {}
  let checks: Promise<void> = Promise.resolve()
  let isIdle = true
  const checkListeners: Listener[] = []
  const removedListeners: Listener[] = []
  /** Listeners that must still hear that this replica was taken for dead. */
  const owed = new Set<Listener>()
  const leftTopic = 'replica.left'
  const guard = createIdGuard(options)
  const clockDifference = createClockDifference(options)
  const sharingAddress = new Set<string>()

  const writeRow = () =>
    db
      .insert(replicas)
      .values({ id, url, heartbeats: 1 })
      .onConflictDoUpdate({
        target: replicas.id,
        set: { url, heartbeats: sql`${replicas.heartbeats} + 1` },
      })

  async function refuseCopiedId(): Promise<void> {
    const row = { id, url, heartbeats: 1 }
    const added = await db.insert(replicas).values(row).onConflictDoNothing().returning()
    // The row is from before a crash, or of a replica that lives.
    if (added.length > 0 || !(await guard.isTaken())) return
    throw new StartError(
      'a replica with the id of this one is running: its data folder was copied; start each replica with a folder of its own (--data), empty at first',
    )
  }

  async function sendHeartbeat(): Promise<void> {
    const next = { heartbeats: sql`${replicas.heartbeats} + 1` }
    const compare = clockDifference.measure()
    const at = sql<string>`extract(epoch from clock_timestamp()) * 1000`
    const [own] = await db.update(replicas).set(next).where(eq(replicas.id, id)).returning({ at })
    if (own) return compare(Number(own.at))
    log.warn('the other replicas took this one for dead')
    for (const listener of removedListeners) owed.add(listener)
    await writeRow()
  }

  async function removeDeadReplicas(): Promise<void> {
    const now = clock.monotonic()
    const others = await db.select().from(replicas).where(ne(replicas.id, id))
    for (const one of counts.keys()) if (!others.some(other => other.id === one)) counts.delete(one)
    for (const { id: other, heartbeats, url: address } of others) {
      const known = counts.get(other)
      if (known && known.heartbeats !== heartbeats && address === url) warnOfSharedAddress(other)
      if (known?.heartbeats !== heartbeats) counts.set(other, { heartbeats, since: now })
      else if (now - known.since >= deadAfterMs) {
        log.warn({ replica: other }, 'a replica is dead: what it ran is taken over')
        await db
          .delete(replicas)
          .where(and(eq(replicas.id, other), eq(replicas.heartbeats, heartbeats)))
      }
    }
  }

  function warnOfSharedAddress(replica: string): void {
    if (sharingAddress.has(replica)) return
    sharingAddress.add(replica)
    log.warn(
      { replica, address: url },
      'another replica has the address of this one, so desktops of each cannot be reached through the other: give each its own with --replica-url',
    )
  }

  async function runCheck(): Promise<void> {
    try {
      await sendHeartbeat()
      for (const listener of owed) if (await succeeds(listener)) owed.delete(listener)
      await removeDeadReplicas()
    } catch (error) {
      // While the database is away, no replica can send a heartbeat, so the measurement starts again.
      counts.clear()
      log.warn({ err: error }, 'the replicas could not be checked')
      return
    }
    for (const listener of checkListeners) await succeeds(listener)
  }

  /** One that fails is called again at the next check, and must not keep others from theirs. */
  async function succeeds(listener: Listener): Promise<boolean> {
    try {
      await listener()
      return true
    } catch (error) {
      log.warn({ err: error }, 'what follows from a check of the replicas failed')
      return false
    }
  }

  const check = () => {
    isIdle = false
    const own = checks.then(runCheck)
    checks = own
    return own.finally(() => {
      isIdle = checks === own
    })
  }
  const schedule = () => {
    cancel = clock.after(heartbeatEveryMs, () => {
      schedule()
      // Checks must not pile up while the database does not answer.
      if (isIdle) void check()
    })
  }

  bus.on(leftTopic, one => {
    if (one !== id && !isAlone) void check()
  })

  return {
    id,
    isAlone,
    onCheck: listener => void checkListeners.push(listener),
    onRemoved: listener => void removedListeners.push(listener),
    async join() {
      // In an embedded database every row is from before this start.
      if (isAlone) await db.delete(replicas)
      else {
        await refuseCopiedId()
        await writeRow()
        await guard.joined()
      }
    },
    watch() {
      if (!isAlone) schedule()
    },
    async leave() {
      cancel()
      await checks
      await db.delete(replicas).where(eq(replicas.id, id))
      await bus.publish(leftTopic, id)
    },
  }
}
