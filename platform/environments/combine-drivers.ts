import { slugPath } from '../event/challenge-key.ts'
import type { EnvironmentDriver } from './driver.ts'

/**
 * Joins several engines. Each environment runs on the first one that can run it, so that an event can
 * have both processes and containers.
 */
export function combineDrivers(drivers: readonly EnvironmentDriver[]): EnvironmentDriver {
  /** The environments that were started or listed, and have not ended, by id. */
  const runBy = new Map<string, EnvironmentDriver>()
  return {
    name: drivers.map(({ name }) => name).join('+'),

    unsupported(definition) {
      const reasons = drivers.map(driver => driver.unsupported(definition))
      return reasons.includes(null) ? null : reasons.join('; ')
    },

    shortcomings: definition =>
      drivers.find(one => one.unsupported(definition) === null)?.shortcomings(definition) ?? [],

    async start(spec, signal) {
      const driver = drivers.find(one => one.unsupported(spec.definition) === null)
      if (!driver) throw new Error(`no engine here runs ${slugPath(spec)}`)
      runBy.set(spec.id, driver)
      try {
        return await driver.start(spec, signal)
      } catch (error) {
        runBy.delete(spec.id)
        throw error
      }
    },

    async stop(id) {
      runBy.delete(id)
      await Promise.all(drivers.map(driver => driver.stop(id)))
    },

    targetOf: (id, endpoint) =>
      runBy.get(id)?.targetOf(id, endpoint) ?? { host: endpoint.ip, port: endpoint.port },

    async output(id) {
      const all = await Promise.all(drivers.map(driver => driver.output(id)))
      return all.find(text => text !== null) ?? null
    },

    async list() {
      const lists = await Promise.all(
        drivers.map(async driver => ({ driver, environments: await driver.list() })),
      )
      for (const { driver, environments } of lists)
        for (const { id } of environments) runBy.set(id, driver)
      return lists.flatMap(({ environments }) => environments)
    },

    adopt: id => runBy.get(id)?.adopt(id),

    watch(onExit) {
      const unwatch = drivers.map(driver =>
        driver.watch((id, ending) => {
          runBy.delete(id)
          onExit(id, ending)
        }),
      )
      return () => {
        for (const stop of unwatch) stop()
      }
    },

    async close() {
      const closed = await Promise.allSettled(drivers.map(driver => driver.close()))
      // Not before all are over: the platform ends after that.
      for (const one of closed) if (one.status === 'rejected') throw one.reason
    },
  }
}
