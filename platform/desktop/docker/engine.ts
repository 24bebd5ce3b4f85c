import type { FlugzeugErrorCause } from '../../../src/api/contract.ts'

/** The state of one desktop's container. */
export type ContainerState =
  | { state: 'pending'; reason: string }
  /** Where its SSH answers. */
  | { state: 'running'; host: string; port: number }
  /** `reason` null: its user logged out. */
  | { state: 'ended'; reason: string | null; code?: FlugzeugErrorCause }

/** What a container is made of. */
export interface DesktopContainer {
  id: string
  image: string
  /** `NAME=value` */
  variables: string[]
  memoryMb: number
  internet: boolean
  /** A folder that all nodes have at the same path; null: a volume of the engine. */
  homeFolder: string | null
  /** A folder of handouts, shown read-only; null: there is none. */
  challengesFolder: string | null
}

export interface Mount {
  Type: 'bind' | 'volume'
  Source: string
  Target: string
  ReadOnly?: boolean
}

/**
 * The home, and the handouts if there are any.
 *
 * @param volume has the home, unless that is a folder
 */
export function mountsOf(
  { homeFolder, challengesFolder }: DesktopContainer,
  volume: string,
): Mount[] {
  const home: Mount =
    homeFolder === null
      ? { Type: 'volume', Source: volume, Target: '/home/player' }
      : { Type: 'bind', Source: homeFolder, Target: '/home/player' }
  if (challengesFolder === null) return [home]
  return [home, { Type: 'bind', ReadOnly: true, Source: challengesFolder, Target: '/challenges' }]
}

/** What runs desktops: one Docker engine, or the engines of a Swarm. All methods reject if it does not answer. */
export interface DesktopEngine {
  /** The IPv4 addresses of environments as users see them. */
  addresses(): Promise<string[]>
  /** Creates and starts the container: it runs some time later. One that is left is replaced. */
  create(container: DesktopContainer): Promise<void>
  look(id: string): Promise<ContainerState>
  /** Ends the container and keeps the home. Unknown ids are ignored. */
  remove(id: string, graceMs: number): Promise<void>
  /** Deletes a home that is a volume. The desktop does not run. */
  removeHome(id: string): Promise<void>
  /** The containers of this platform. */
  all(): Promise<Map<string, ContainerState>>
  /** The desktops that have a home in a volume. */
  homes(): Promise<string[]>
}

export const labels = { platform: 'guidon.desktops', desktop: 'guidon.desktop' } as const
export const sshPort = 2222
export const graceMs = 2000
/** What keeper.sh needs. The session has none of them. */
export const capabilities = ['NET_ADMIN', 'SETUID', 'SETGID', 'SETPCAP', 'KILL', 'DAC_READ_SEARCH']

/** Why a container ended, by its exit code: see keeper.sh. */
export function endOf(
  code: number | undefined,
  said: string | null,
  isOom = false,
): ContainerState {
  if (code === 0) return { state: 'ended', reason: null }
  if (code === 90)
    return { state: 'ended', reason: 'its home or the disk of its node is full', code: 'disk' }
  if (code === 91)
    return { state: 'ended', reason: 'it left no process for its keeper', code: 'processes' }
  if (isOom) return { state: 'ended', reason: 'it used more than its memory', code: 'memory' }
  return {
    state: 'ended',
    reason: `exit code ${code ?? 'unknown'}: ${said || 'it printed nothing'}`,
  }
}
