import { findDocker } from '../../engine/client.ts'
import type { DesktopImage } from '../../event/model.ts'
import type { Log } from '../../log.ts'
import { StartError } from '../../start-error.ts'
import type { DesktopDriver, DesktopSettings } from '../driver.ts'

/** See `DockerDesktopsOptions`. */
export interface ContainerOptions {
  platform: string
  secret: string
  host: string
  address: string
  registry: string | null
  homes: string | null
}

interface OpenOptions {
  settings: () => DesktopSettings
  image: () => DesktopImage
  challenges: string
  log: Log
}

/** Desktops as containers. @throws StartError if no engine answers */
export async function openContainers(
  { settings, image, challenges, log }: OpenOptions,
  options: ContainerOptions | undefined,
): Promise<DesktopDriver> {
  if (!options) throw new Error('desktops as containers need the options of containers')
  const found = await findDocker()
  if ('reason' in found)
    throw new StartError(
      `--desktops docker: no Docker engine answers (${found.reason}): start one, name it in DOCKER_HOST, or choose --desktops required`,
    )
  // The client of SSH is loaded only if it is used.
  const { createDockerDesktops } = await import('./driver.ts')
  return createDockerDesktops({ ...options, ...found, settings, image, challenges, log })
}
