import type { Log } from '../log.ts'
import type { EnvironmentDriver, RunningEnvironment } from './driver.ts'
import type { Holding } from './environment-actor.ts'
import type { LeaseInput } from './lease.ts'
import type { Held } from './local-environments.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

interface Options {
  driver: EnvironmentDriver
  store: EnvironmentStore
  held: Held
  hold: (row: EnvironmentRow, found: LeaseInput['found']) => Holding
  log: Log
}

/** How the database, the engine and what this replica holds are brought together again. */
export function createRecovery({ driver, store, held, hold, log }: Options) {
  /** What has no owner any more is ours: it is adopted where it runs, else its place given back. */
  async function takeOver(rows: EnvironmentRow[], live: RunningEnvironment[]): Promise<void> {
    const running = new Map(live.map(one => [one.id, one.endpoints]))
    const waiting = rows.filter(({ id, state }) => state === 'queued' && !running.has(id))
    for (const row of rows) {
      if (waiting.includes(row)) continue
      const endpoints = running.get(row.id)
      const stopAt = row.scheduledStop?.getTime() ?? null
      if (endpoints) driver.adopt(row.id)
      else {
        log.warn({ environment: row.id }, 'an environment ended with its platform')
        if (await isGivenUp(row.id)) continue
      }
      const holding = hold(row, { endpoints: endpoints ?? [], stopAt })
      if (!endpoints || row.state === 'stopping') holding.lease.send({ type: 'lease.stop' })
    }
    // Behind what runs, and in the order in which they came.
    for (const row of waiting.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
      hold(row, null)
  }

  /** False: the engine does not answer, so that a lease must try again. */
  async function isGivenUp(id: string): Promise<boolean> {
    try {
      await driver.stop(id)
      await store.release(id)
      return true
    } catch (error) {
      log.warn({ err: error, environment: id }, 'an environment could not be given up yet')
      return false
    }
  }

  return {
    /** After a start: what was left behind is taken over, and what belongs to nobody is stopped. */
    async atStart(): Promise<void> {
      // In this order: whatever runs was in the table before it ran.
      const live = await driver.list()
      await takeOver(await store.take(true), live)
      const known = await store.ids()
      for (const { id } of live.filter(one => !known.has(one.id))) {
        log.warn({ environment: id }, 'an environment without an owner is stopped')
        await driver.stop(id)
      }
    },

    /** @returns whether there was anything to take over */
    async ofTheDead(): Promise<boolean> {
      const rows = await store.take(false)
      if (rows.length > 0) await takeOver(rows, await driver.list())
      return rows.length > 0
    },

    /** The others took us for dead: what they gave up ends here, what they adopted is let go. */
    async ofDoubt(): Promise<void> {
      const holdings = held.all()
      const [known, mine] = await Promise.all([store.ids(), store.ids('mine')])
      for (const holding of holdings) {
        if (mine.has(holding.id)) continue
        if (!known.has(holding.id)) holding.lease.send({ type: 'lease.stop' })
        else {
          holding.lease.stop()
          held.remove(holding.id)
        }
      }
    },
  }
}
