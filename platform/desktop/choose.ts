import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Log } from '../log.ts'
import { chooseBox } from './box.ts'
import type { DesktopDriver } from './driver.ts'
import { createProcessDriver } from './process-driver.ts'

const needed = ['Xvnc', 'openbox', 'xterm'] as const

/** The driver that works on this machine, or null; the log says why, and what to do. */
export async function chooseDriver(
  folder: string,
  memoryMb: () => number,
  log: Log,
): Promise<DesktopDriver | null> {
  const found = await Promise.all(needed.map(isInstalled))
  const missing = needed.filter((_, index) => !found[index])
  if (missing.length > 0) {
    log.warn(
      { missing },
      'Flugzeug is not enabled: this machine lacks programs that it needs. On Debian: ' +
        'apt-get install tigervnc-standalone-server openbox xterm',
    )
    return null
  }
  const { box, reason } = await chooseBox()
  if (reason) {
    log.warn(
      { reason },
      'DESKTOPS ARE NOT ISOLATED: bubblewrap does not work here, so they run as plain processes of ' +
        'this user, and whoever sits at one reaches everything that this user does. Install ' +
        'bubblewrap 0.8 or newer and allow user namespaces.',
    )
  }
  return createProcessDriver({ folder, box, memoryMb, log })
}

async function isInstalled(name: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const tries = folders.map(folder => access(join(folder, name), constants.X_OK))
  return Promise.any(tries).then(
    () => true,
    () => false,
  )
}
