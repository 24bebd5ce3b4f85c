import type { Endpoint } from '../../../src/api/contract.ts'
import type { EnvironmentDefinition } from '../../event/model.ts'
import type { Ending, EnvironmentSpec, RunningEnvironment, Target } from '../driver.ts'

/** The state of one environment. */
export type EnvironmentState =
  | { state: 'pending' }
  | { state: 'running'; environment: RunningEnvironment }
  | ({ state: 'ended' } & Ending)

/** What runs the containers: one Docker engine, or the engines of a Swarm. */
export interface Engine {
  /**
   * Creates and starts the container. It runs some time later: see `look`.
   *
   * @param images by service: see `Images`
   */
  create(spec: EnvironmentSpec, images: Map<string, string>): Promise<void>
  look(id: string): Promise<EnvironmentState>
  /** Where the platform reaches an endpoint of its own environments. */
  targetOf(endpoint: Endpoint): Target
  /** The last lines that it printed; null if it is not there. */
  output(id: string): Promise<string | null>
  /** Unknown ids are ignored. */
  remove(id: string, graceMs: number): Promise<void>
  /** See `EnvironmentDriver`. */
  shortcomings(definition: EnvironmentDefinition): string[]
  /** Those that wrote more than they may, by id. */
  overDisk(): Promise<Map<string, Ending>>
  /** All of this platform's, by id. */
  all(): Promise<Map<string, EnvironmentState>>
  /** Removes what no running container needs. */
  close(): Promise<void>
}

/** The labels of our containers, services and networks, to find them again. */
export const labels = {
  platform: 'guidon.platform',
  environment: 'guidon.environment',
  /** The definition's ports, as JSON. */
  ports: 'guidon.ports',
  /** The service of a compose file. Absent: it is the only container. */
  service: 'guidon.service',
  /** How many containers the environment has. Absent: one. */
  containers: 'guidon.containers',
  /** The most that it may write, where that is measured. */
  diskMb: 'guidon.disk',
} as const

export const processesOfContainer = 512

/** Without a limit, a program that prints fills the engine's disk. */
export const logOptions = { 'max-size': '1m', 'max-file': '1' }
/** @param available how many processors there are */
export const nanoCpus = ({ cpus = 1 }: { cpus?: number }, available: number): number =>
  // 1.07 * 1e9 has a fraction, which Docker refuses.
  Math.round(Math.min(cpus, available) * 1e9)

/** The environment variables of a container. */
export function containerVariables({
  variables,
  definition: { ports },
}: EnvironmentSpec): string[] {
  const own = { HOST: '0.0.0.0', PORT: String(ports[0]?.port) }
  return Object.entries({ ...own, ...variables }).map(([name, value]) => `${name}=${value}`)
}

export const transportOf = (protocol: string): 'tcp' | 'udp' => (protocol === 'udp' ? 'udp' : 'tcp')
