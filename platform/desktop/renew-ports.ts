import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Desktop } from './desktop.ts'
import type { DesktopDriver } from './driver.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'

interface RenewPortsOptions {
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Desktop>
  driver: DesktopDriver
  portsOf: (userId: string) => Promise<ForwardedPort[]>
  clock: Clock
  log: Log
}

const everyMs = 1000

/**
 * Forwards to each running desktop the ports of its user's environments, and renews them every second.
 *
 * @returns a function that ends the renewal
 */
export function renewPorts({ local, driver, portsOf, clock, log }: RenewPortsOptions): () => void {
  let isOver = false
  let cancel = () => {}
  const schedule = () => {
    if (!isOver) cancel = clock.after(everyMs, () => void renew())
  }
  const renew = async () => {
    const running = [...local].filter(([, { status }]) => status === 'running')
    const results = await Promise.allSettled(
      running.map(async ([userId, { id }]) => driver.forwardPorts(id, await portsOf(userId))),
    )
    const failure = results.find(one => one.status === 'rejected')
    if (failure) log.warn({ err: failure.reason }, 'the ports of a desktop could not be renewed')
    schedule()
  }
  schedule()
  return () => {
    isOver = true
    cancel()
  }
}
