import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Desktop } from './desktop.ts'
import type { DesktopDriver } from './driver.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'

interface RenewPortsOptions {
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Pick<Desktop, 'id' | 'status'>>
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
  const failing = new Set<string>()
  let cancel = () => {}
  const renew = async (userId: string, id: string) => {
    underWay.add(id)
    try {
      await driver.forwardPorts(id, await portsOf(userId))
      failing.delete(id)
    } finally {
      underWay.delete(id)
    }
  }
  const renewAll = () => {
    cancel = clock.after(everyMs, renewAll)
    // Many may fail at once and for long, for example if the engine is gone. One failure is logged.
    let isLogged = false
    for (const [userId, { id, status }] of local) {
      if (status !== 'running') failing.delete(id)
      if (status !== 'running' || underWay.has(id)) continue
      renew(userId, id).catch(error => {
        if (!isLogged && !failing.has(id))
          log.warn({ err: error }, 'the ports of a desktop could not be renewed')
        isLogged = true
        failing.add(id)
      })
    }
  }
  cancel = clock.after(everyMs, renewAll)
  return () => cancel()
}
