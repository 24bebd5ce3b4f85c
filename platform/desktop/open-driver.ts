import type { CurrentEvent } from '../current-event.ts'
import { withoutBrackets } from '../http/addresses.ts'
import type { Log } from '../log.ts'
import type { ControlGroups } from '../runtime/control-groups.ts'
import { type ContainerOptions, openContainers } from './docker/open-containers.ts'
import type { DesktopDriver } from './driver.ts'
import type { DesktopMode } from './mode.ts'
import { openProcesses } from './processes/open-processes.ts'

export interface DriverOptions {
  event: CurrentEvent
  log: Log
  /** Where participants reach the platform, for example `https://ctf.example.org`. */
  origin: string
  /** The host of environments as users see it: a name or an address. Default: the origin's. */
  environmentsAddress?: string
  /** Default: required. */
  mode?: DesktopMode
  /** See `ProcessesOptions`. */
  groups?: ControlGroups | null
  /** What runs containers, if desktops are to be such. */
  containers?: ContainerOptions
}

/**
 * What runs desktops: the engine's containers, or processes of this host.
 *
 * @param folder of the homes
 * @param challenges the folder with the files of challenges
 * @returns null if nothing can run them; the log then says why
 */
export function openDriver(
  folder: string,
  challenges: string,
  options: DriverOptions,
): Promise<DesktopDriver | null> {
  const { log, event, origin, groups = null, mode = 'required', containers } = options
  const settings = () => event.current.desktop
  const image = () => event.current.desktop.image
  if (mode === 'docker') return openContainers({ settings, image, challenges, log }, containers)
  return openProcesses({
    folder,
    log,
    groups,
    mode,
    settings,
    image,
    challenges,
    address: options.environmentsAddress ?? withoutBrackets(new URL(origin).hostname),
  })
}
