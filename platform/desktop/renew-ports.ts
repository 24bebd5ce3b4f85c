import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Desktop } from './desktop.ts'
import type { DesktopDriver } from './driver.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'

type Known = Pick<Desktop, 'id' | 'status'>

interface RenewPortsOptions {
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Known>
  driver: Pick<DesktopDriver, 'forwardPorts'>
  portsOf: (userId: string) => Promise<ForwardedPort[]>
  clock: Clock
  log: Log
}

const everyMs = 1000

/**
 * Forwards to each running desktop the ports of its user's environments, and renews them every second. A desktop that
 * takes longer, or does not answer at all, is left out until it is done, and the others do not wait for it.
 *
 * @returns a function that ends the renewal
 */
export function renewPorts({ local, driver, portsOf, clock, log }: RenewPortsOptions): () => void {
  const underWay = new Set<string>()
  /** Those whose last renewal failed. */
  const failing = new WeakSet<Known>()
  let cancel = () => {}
  const renew = async (userId: string, desktop: Known) => {
    const { id } = desktop
    underWay.add(id)
    try {
      await driver.forwardPorts(id, await portsOf(userId))
      failing.delete(desktop)
    } finally {
      underWay.delete(id)
    }
  }
  const renewAll = () => {
    cancel = clock.after(everyMs, renewAll)
    // Many may fail at once and for long, for example if the engine is gone. One failure is logged.
    let isLogged = false
    for (const [userId, desktop] of local) {
      const { id, status } = desktop
      if (status !== 'running') failing.delete(desktop)
      if (status !== 'running' || underWay.has(id)) continue
      renew(userId, desktop).catch(error => {
        if (!isLogged && !failing.has(desktop))
          log.warn({ err: error }, 'the ports of a desktop could not be renewed')
        isLogged = true
        failing.add(desktop)
      })
    }
  }
  cancel = clock.after(everyMs, renewAll)
  return () => cancel()
}
