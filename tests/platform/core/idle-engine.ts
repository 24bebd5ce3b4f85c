import type { EnvironmentDriver } from '../../../platform/environments/driver.ts'

/** Starts nothing and says that it runs: for what is asked of the platform, not of an engine. */
export const idleEngine: EnvironmentDriver = {
  name: 'idle',
  unsupported: () => null,
  start: async ({ id }) => ({ id, endpoints: [] }),
  stop: async () => {},
  list: async () => [],
  adopt: () => {},
  watch: () => () => {},
  close: async () => {},
}
