import { readdir, readFile } from 'node:fs/promises'
import Docker from 'dockerode'
import type { Engine } from './event.ts'

/** Whether a Docker engine answers here. */
export const answersDocker = () =>
  new Docker().ping().then(
    () => true,
    () => false,
  )

const containersOf = (platform: string) =>
  new Docker().listContainers({ all: true, filters: { label: [`guidon.platform=${platform}`] } })

/**
 * How many environments run on this host: processes whose command line has `mark`, or containers.
 *
 * @param platform the name under which its platforms make containers, since others may use the same engine
 */
export async function countEnvironments(
  engine: Engine,
  { mark, platform }: { mark: string; platform: string },
): Promise<number> {
  if (engine === 'docker') return (await containersOf(platform)).length
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter(name => /^\d+$/.test(name))
      .map(pid => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter(line => line.startsWith('perl\0') && line.includes(mark)).length
}

/** Removes the containers of a rehearsal that ended early: its platforms were killed, and containers outlive them. */
export async function removeContainers(platform: string): Promise<void> {
  const docker = new Docker()
  for (const { Id } of await containersOf(platform))
    await docker.getContainer(Id).remove({ force: true, v: true })
  for (const { Id } of await docker.listNetworks({
    filters: { label: [`guidon.platform=${platform}`] },
  }))
    await docker.getNetwork(Id).remove()
}
