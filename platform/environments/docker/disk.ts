import type Docker from 'dockerode'
import { messageOf } from '../../log-errors.ts'
import type { Ending } from '../driver.ts'
import { labels } from './engine.ts'

/** What `docker info` says of where containers are stored. */
export interface Storage {
  Driver: string
  DriverStatus?: [string, string][] | null
}

/** Whether the engine may be able to limit a container's disk. On XFS, only an attempt shows it. */
export const mayHaveQuota = ({ Driver, DriverStatus }: Storage): boolean =>
  ['btrfs', 'zfs'].includes(Driver) ||
  (Driver === 'overlay2' &&
    (DriverStatus ?? []).some(([name, value]) => name === 'Backing Filesystem' && value === 'xfs'))

/** Whether the engine refused a container because it cannot limit its disk. */
export const isQuotaRefused = (error: unknown): boolean =>
  /storage.opt|quota/i.test(messageOf(error))

/** How often it is measured, in milliseconds. */
export const measureDiskEveryMs = 5000

/** @returns those of the running containers that wrote more than they may, by id */
export async function overDisk(docker: Docker, platform: string): Promise<Map<string, Ending>> {
  const found = await docker.listContainers({
    filters: { label: [`${labels.platform}=${platform}`, labels.diskMb] },
    size: true,
  } as Docker.ContainerListOptions)
  const over = new Map<string, Ending>()
  for (const { Labels, ...sizes } of found) {
    const most = Number(Labels[labels.diskMb])
    const { SizeRw = 0 } = sizes as { SizeRw?: number }
    const reason = `it wrote more than ${most} MB of files`
    if (SizeRw > most * 2 ** 20)
      over.set(Labels[labels.environment] ?? '', { excess: 'disk', reason })
  }
  return over
}
