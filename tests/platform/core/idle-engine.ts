import { Socket } from 'node:net'
import type { DesktopDriver } from '../../../platform/desktop/driver.ts'
import type { EnvironmentDriver } from '../../../platform/environments/driver.ts'

/** An engine that starts nothing and reports that it runs, for tests that are not about engines. */
export const idleEngine: EnvironmentDriver = {
  name: 'idle',
  unsupported: () => null,
  shortcomings: () => [],
  start: async ({ id }) => ({ id, endpoints: [] }),
  stop: async () => {},
  output: async () => null,
  list: async () => [],
  targetOf: (_id, { ip, port }) => ({ host: ip, port }),
  adopt: () => {},
  watch: () => () => {},
  close: async () => {},
}

/** The same for desktops. */
export const idleDesktops: DesktopDriver = {
  name: 'idle',
  provision: async () => {},
  start: async () => {},
  stop: async () => {},
  forwardPorts: async () => {},
  setScale: async () => {},
  remove: async () => {},
  connect: async () => new Socket(),
  filesOf: () => {
    throw new Error('not in this test')
  },
  imagesOf: () => {
    throw new Error('not in this test')
  },
  watch: () => () => {},
  clear: async () => {},
}
