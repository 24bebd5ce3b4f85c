import { join } from 'node:path'
import Docker from 'dockerode'
import { createDockerDesktops } from '../../../platform/desktop/docker/driver.ts'
import { unreachableRegistry } from '../../../platform/desktop/docker/image.ts'
import type { DesktopLimits } from '../../../platform/desktop/limits.ts'
import { createLog } from '../../../platform/log.ts'
import { desktopBase } from './desktop-image.ts'

/** Desktops as containers whose homes are folders of this host, so that a test sees them. */
export async function createDesktopContainers(
  platform: string,
  homes: string,
  limits: DesktopLimits,
) {
  const docker = new Docker()
  const base = await desktopBase(docker)
  const driver = await createDockerDesktops({
    docker,
    platform,
    secret: 'of the tests',
    host: '127.0.0.1',
    address: '198.51.100.7',
    registry: null,
    homes,
    log: createLog('silent'),
    settings: () => ({ ...limits, internet: false, sound: false }),
    image: () => ({ kind: 'packages', base, packages: [] }),
  })
  return {
    driver,
    home: (id: string) => join(homes, id),
    /** Call it when no desktop is left. */
    async close() {
      await docker.getNetwork(`guidon-${platform}-desktops`).remove()
      await docker.getImage(`${unreachableRegistry}/guidon-${platform}/desktop`).remove()
    },
  }
}
