import { readdir, readFile } from 'node:fs/promises'
import Docker from 'dockerode'
import type { Engine } from './event.ts'

/** Whether a Docker engine answers here. */
export const answersDocker = () =>
  new Docker().ping().then(
    () => true,
    () => false,
  )

/** How many environments run on this host: processes whose command line has `mark`, or containers. */
export async function countEnvironments(engine: Engine, mark: string): Promise<number> {
  if (engine === 'docker') {
    const filters = { label: ['guidon.environment'] }
    return (await new Docker().listContainers({ all: true, filters })).length
  }
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter(name => /^\d+$/.test(name))
      .map(pid => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter(line => line.startsWith('perl\0') && line.includes(mark)).length
}
