import { findDocker } from '../engine/client.ts'
import type { Log } from '../log.ts'
import type { ControlGroups } from '../runtime/control-groups.ts'
import { StartError } from '../start-error.ts'
import { combineDrivers } from './combine-drivers.ts'
import type { DockerDriverOptions } from './docker/driver.ts'
import type { EnvironmentDriver } from './driver.ts'
import type { EngineChoice } from './engine-choice.ts'
import type { PortRange } from './port-range.ts'
import { createProcessDriver } from './process/driver.ts'

export interface EnginesOptions {
  choice: EngineChoice
  /** Marks this platform's containers, since others may use the same engine. */
  platform: string
  /** The address on which environments are opened. */
  host: string
  /** The address that participants see. */
  address: string
  /** Null: any port. */
  range: PortRange | null
  /** See `DockerDriverOptions`. */
  registry: string | null
  /** See `ProcessDriverOptions`. */
  groups?: ControlGroups | null
  log: Log
}

export interface Engines {
  driver: EnvironmentDriver
  /** Which engines run environments, for the start-up message. */
  summary: string
}

/** @throws StartError if Docker is required and no engine answers */
export async function chooseEngines({ choice, ...options }: EnginesOptions): Promise<Engines> {
  if (choice === 'process')
    return { driver: await createProcessDriver(options), summary: 'processes of this host' }

  const found = await findDocker()
  if (choice === 'docker') {
    if ('reason' in found)
      throw new StartError(
        `--environments docker: no Docker engine answers (${found.reason}): start one, name it in DOCKER_HOST, or choose --environments process`,
      )
    return { driver: await openDocker({ ...options, ...found }), summary: 'containers' }
  }

  const processes = await createProcessDriver(options)
  if ('reason' in found) {
    options.log.info({ reason: found.reason }, 'no Docker engine answers')
    return {
      driver: processes,
      summary: 'processes; no Docker answers, so challenges with an image cannot be started',
    }
  }
  const containers = await openDocker({ ...options, ...found })
  return {
    driver: combineDrivers([processes, containers]),
    summary: 'processes, and containers for challenges with an image',
  }
}

// The client of the engine takes a fifth of the platform's start, so it is loaded only if it may be used.
async function openDocker(options: DockerDriverOptions): Promise<EnvironmentDriver> {
  const { createDockerDriver } = await import('./docker/driver.ts')
  return createDockerDriver(options)
}
