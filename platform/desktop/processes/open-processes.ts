import { dirname } from 'node:path'
import type { DesktopImage } from '../../event/model.ts'
import type { Log } from '../../log.ts'
import type { ControlGroups } from '../../runtime/control-groups.ts'
import { isInstalled, programsHere } from '../container-image/programs.ts'
import type { DesktopDriver, DesktopSettings } from '../driver.ts'
import type { DesktopMode } from '../mode.ts'
import { whyNoSound } from '../sound/why-no-sound.ts'
import { createProcessDriver } from './driver.ts'
import { sandboxed, unconfined, whyNotSandboxed } from './sandbox.ts'

const needed = ['Xvnc', 'openbox', 'xterm'] as const

export interface ProcessesOptions {
  folder: string
  settings: () => DesktopSettings
  /** See `SessionFolders`. */
  challenges?: string
  /** What the event wants on desktops. */
  image: () => DesktopImage
  mode: DesktopMode
  /** The host of environments as users see it: a name or an address. */
  address: string
  /** Default: memory is measured, and not limited by the kernel. */
  groups?: ControlGroups | null
  log: Log
}

/** Desktops as processes of this host. @returns null if it cannot run them; the log then says why, and what to do */
export async function openProcesses(options: ProcessesOptions): Promise<DesktopDriver | null> {
  const { folder, settings, mode, address, log } = options
  const isThere = await Promise.all(needed.map(isInstalled))
  const missing = needed.filter((_, index) => !isThere[index])
  if (missing.length > 0) {
    log.warn(
      { missing },
      'Flugzeug is not enabled: this host lacks programs that it needs. On Debian: ' +
        'apt-get install tigervnc-standalone-server openbox xterm',
    )
    return null
  }
  const [reasons, noSound] = await Promise.all([whyNotSandboxed(dirname(folder)), whyNoSound()])
  if (reasons.sandbox && mode === 'required') {
    log.warn(
      { reason: reasons.sandbox },
      'Flugzeug is not enabled: this host cannot isolate desktops. It needs bubblewrap 0.8 or ' +
        'newer, util-linux, iproute2 and user namespaces. --desktops plain runs them all the same, ' +
        'as plain processes of this user.',
    )
    return null
  }
  if (reasons.sandbox)
    log.warn(
      { reason: reasons.sandbox },
      'DESKTOPS ARE NOT ISOLATED: they run as plain processes of this user, and anyone who uses one ' +
        'reaches everything that this user does, the platform and its database included.',
    )
  if (!reasons.sandbox && reasons.internet && settings().internet)
    log.warn(
      { reason: reasons.internet },
      'the event allows desktops the internet, and this host cannot give it: install passt',
    )
  if (noSound && settings().sound)
    log.warn(
      { reason: noSound },
      'the event wants sound on desktops, and this host cannot give it: install pulseaudio, libopus0 ' +
        'and python3',
    )
  const possible = (): DesktopSettings => ({
    ...settings(),
    internet: settings().internet && reasons.internet === null,
    sound: settings().sound && noSound === null,
  })
  if (!(await isInstalled('xclip')))
    log.warn('no image can be pasted into a desktop: install xclip')
  const { found: programs, missing: missingPrograms } = await programsHere()
  if (missingPrograms.length > 0)
    log.info(
      { missing: missingPrograms },
      'desktops are processes: they have no more programs than this host',
    )
  const image = options.image()
  if (image.kind !== 'packages')
    log.warn(
      { image },
      'the event names an image for desktops, which processes cannot have: choose --desktops docker',
    )
  const sandbox = reasons.sandbox ? unconfined : sandboxed
  return createProcessDriver({
    folder,
    sandbox,
    settings: possible,
    address,
    groups: options.groups ?? null,
    programs,
    ...(options.challenges !== undefined && { challenges: options.challenges }),
    log,
  })
}
