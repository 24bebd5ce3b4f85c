import type { Log } from '../log.ts'
import { createSecondLook } from '../runtime/second-look.ts'
import type { EnvironmentDriver, RunningEnvironment } from './driver.ts'
import type { EnvironmentActor } from './environment-actor.ts'
import type { LeaseInput } from './lease.ts'
import type { LocalEnvironments } from './local-environments.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

interface RecoveryOptions {
  driver: EnvironmentDriver
  store: EnvironmentStore
  local: LocalEnvironments
  open: (row: EnvironmentRow, found: LeaseInput['found']) => EnvironmentActor
  /** Whether a start that is under way makes this row. */
  isClaiming: (id: string) => boolean
  log: Log
}

/** Makes the database, the engine and this replica's environments agree again. */
export function createRecovery(options: RecoveryOptions) {
  const { driver, store, local, open, isClaiming, log } = options
  const foundAgain = createSecondLook()

  /** Adopts the environments of these rows that run, and releases those that do not. */
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
        if (await tryRelease(row.id)) continue
      }
      // An environment that could not be released is opened as if it ran. Its lease stops it, and tries again until that
      // succeeds.
      const environment = open(row, { endpoints: endpoints ?? [], stopAt })
      if (!endpoints || row.state === 'stopping') environment.lease.send({ type: 'lease.stop' })
    }
    // These wait behind the running ones, in the order in which they were requested.
    for (const row of waiting.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
      open(row, null)
  }

  /**
   * Ends what is left of an environment, and deletes its row.
   *
   * @returns false if the engine or the database fails. Then a lease tries again
   */
  async function tryRelease(id: string): Promise<boolean> {
    try {
      await driver.stop(id)
      await store.release(id, 'interrupted')
      return true
    } catch (error) {
      log.warn({ err: error, environment: id }, 'an environment could not be released yet')
      return false
    }
  }

  return {
    /** Takes over what ran before the restart, and stops environments that have no row. */
    async recoverAtStart(): Promise<void> {
      // The engine is asked before the table, because a row is written before its environment runs.
      const live = await driver.list()
      await takeOver(await store.takeOver({ includingOwn: true }), live)
      const known = await store.ids()
      for (const { id } of live.filter(one => !known.has(one.id))) {
        log.warn({ environment: id }, 'an environment without an owner is stopped')
        // The platform must start all the same: nobody owns it, so nobody waits for its end.
        await driver
          .stop(id)
          .catch(error =>
            log.warn({ err: error, environment: id }, 'an environment could not be stopped'),
          )
      }
    },

    /** @returns whether there was anything to take over */
    async takeOverFromDeadReplicas(): Promise<boolean> {
      const rows = await store.takeOver({ includingOwn: false })
      if (rows.length > 0) await takeOver(rows, await driver.list())
      return rows.length > 0
    },

    /**
     * Looks for rows of this replica that nothing here manages: they were written, and then the database or the
     * engine failed. Nobody else would end them, and their accounts could not start these challenges any more.
     */
    async findForgotten(): Promise<void> {
      const isKnown = ({ id }: EnvironmentRow) => local.byId(id) !== undefined || isClaiming(id)
      const again = foundAgain((await store.own()).filter(row => !isKnown(row)))
      if (again.length === 0) return
      const live = await driver.list()
      const isLive = (id: string) => live.some(one => one.id === id)
      for (const { id } of again) log.warn({ environment: id }, 'an environment was forgotten')
      // Somebody already waits for the start of these.
      const starting = again.filter(({ id, state }) => state === 'starting' && !isLive(id))
      for (const row of starting) open(row, null)
      await takeOver(
        again.filter(row => !starting.includes(row)),
        live,
      )
    },

    /**
     * To be called after the other replicas took this one for dead. Stops the environments that they
     * released, and leaves those that they adopted as they are.
     */
    async reconcile(): Promise<void> {
      const environments = local.all()
      const [known, own] = await Promise.all([store.ids(), store.ids('own')])
      for (const environment of environments) {
        if (own.has(environment.id)) continue
        if (!known.has(environment.id)) environment.lease.send({ type: 'lease.stop' })
        else {
          environment.detach()
          local.remove(environment.id)
        }
      }
    },
  }
}
