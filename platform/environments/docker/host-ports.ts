import type Docker from 'dockerode'
import { EnvironmentStartError } from '../driver.ts'
import { inRandomOrder, type PortRange } from '../port-range.ts'
import { openPort } from '../process/ports.ts'

interface HostPortsOptions {
  docker: Docker
  /** The address of the engine's host on which ports are opened. */
  host: string
  /** Null: the engine chooses any port. */
  range: PortRange | null
  /** Whether a port that is free in this process's network is free for the engine. */
  isBeside: boolean
}

/** Chooses ports of the engine's host. Only the engine knows for sure which are free. */
export interface HostPorts {
  /**
   * @param refused which the engine did not open just now
   * @returns as many as there are containers' ports; 0 means any
   * @throws EnvironmentStartError if the range has not as many
   */
  take(count: number, refused: ReadonlySet<number>): Promise<number[]>
  /** After the engine has opened or refused them. */
  release(ports: readonly number[]): void
}

export function createHostPorts({ docker, host, range, isBeside }: HostPortsOptions): HostPorts {
  /** Ports of starts that are under way. */
  const taken = new Set<number>()

  async function published(): Promise<Set<number>> {
    const containers = await docker.listContainers()
    return new Set(containers.flatMap(({ Ports }) => Ports.map(one => one.PublicPort ?? 0)))
  }

  /** Whether no program of this host listens there. Programs of the engine's host are not known elsewhere. */
  async function isFreeHere(port: number): Promise<boolean> {
    if (!isBeside) return true
    try {
      const server = await openPort(host, { from: port, to: port })
      server.close()
      return true
    } catch (error) {
      return !(error instanceof EnvironmentStartError)
    }
  }

  return {
    async take(count, refused) {
      if (!range) return Array(count).fill(0)
      const used = await published()
      const found: number[] = []
      for (const port of inRandomOrder(range)) {
        if (found.length === count) break
        if (used.has(port) || taken.has(port) || refused.has(port)) continue
        taken.add(port)
        if (await isFreeHere(port)) found.push(port)
        else taken.delete(port)
      }
      if (found.length === count) return found
      this.release(found)
      throw new EnvironmentStartError(
        `no port from ${range.from} to ${range.to} is free (--environments-ports)`,
      )
    },

    release(ports) {
      for (const port of ports) taken.delete(port)
    },
  }
}

/** @returns which of these ports the engine's refusal is about; none: it is about something else */
export function refusedPorts(error: unknown, ports: readonly number[]): number[] {
  const { message } = error as Error
  if (!/already (allocated|in use)/.test(message)) return []
  const named = ports.filter(port => new RegExp(`:${port}\\b`).test(message))
  return named.length > 0 ? named : [...ports]
}
