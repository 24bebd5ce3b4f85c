import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { DesktopDriver } from '../driver.ts'
import type { DesktopBeginning } from '../machine.ts'
import type { OrphanedDesktop } from '../records.ts'

interface AdoptOptions {
  driver: DesktopDriver
  /** Whether desktops may run now. */
  isAllowed: boolean
  clock: Clock
  log: Log
}

/**
 * Takes over a desktop that an earlier platform left. It goes on if it still runs and its time is not over.
 * Otherwise its remains are stopped.
 *
 * @returns how a desktop begins here
 */
export async function adoptOrStop(
  { id, status, stopAt, view }: Omit<OrphanedDesktop, 'userId'>,
  { driver, isAllowed, clock, log }: AdoptOptions,
): Promise<DesktopBeginning> {
  const until = status === 'running' ? (stopAt?.getTime() ?? 0) : 0
  if (isAllowed && until > clock.now() && (await driver.adopt?.(id)))
    return { from: 'running', stopAt: until, view }
  // A platform that was killed leaves its containers behind.
  if (driver.isShared)
    await driver
      .stop(id)
      .catch(error => log.warn({ desktop: id, err: error }, 'a leftover was not ended'))
  return { from: 'stopped' }
}
