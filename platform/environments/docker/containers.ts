import type Docker from 'dockerode'
import type { Log } from '../../log.ts'
import { type EnvironmentSpec, StartFailure } from '../driver.ts'
import { inRandomOrder, type PortRange } from '../port-range.ts'
import { openPort } from '../process/ports.ts'
import { usualCapabilities } from './capabilities.ts'
import {
  containerVariables,
  type Engine,
  isGone,
  type Look,
  labels,
  nanoCpus,
  processesOfContainer,
  transportOf,
} from './engine.ts'
import { allowOutgoing, forbidOutgoing, ruleByHand } from './outgoing.ts'
import { lastLines } from './output.ts'

export interface ContainersOptions {
  docker: Docker
  /** Marks this platform's containers, since others may use the same engine. */
  platform: string
  /** The address of the engine's host on which ports are opened. */
  host: string
  /** The address that participants see. */
  address: string
  /** Null: any port. */
  range: PortRange | null
  log: Log
}

type Ports = EnvironmentSpec['definition']['ports']

/**
 * Containers on one engine. They share a bridge network, cannot reach each other on it, and cannot open
 * connections out of it: neither to the host nor to the internet. If the firewall rule for that cannot be
 * set, their packets are at least not masqueraded, and the log says what they reach.
 */
export async function createContainers(options: ContainersOptions): Promise<Engine> {
  const { docker, platform, host, address, range, log } = options
  const network = `guidon-${platform}`
  const nameOf = (id: string) => `guidon-${platform}-${id}`
  const bridge = await ensureNetwork(docker, network, platform)
  let problem: string | null = null
  let checked = Promise.resolve()
  await confine()

  /** Called before each start, since a reload of the firewall deletes the rule. */
  function confine(): Promise<void> {
    checked = checked.then(async () => {
      const before = problem
      problem = await forbidOutgoing(bridge)
      if (problem === null || problem === before) return
      log.warn(
        { reason: problem },
        'CONTAINERS REACH THIS HOST: a challenge that is broken into reaches whatever listens on ' +
          "the addresses of the engine's host, the platform included. On that host, as root: " +
          ruleByHand(bridge),
      )
    })
    return checked
  }

  async function look(id: string): Promise<Look> {
    const container = docker.getContainer(nameOf(id))
    try {
      const { State, Config, NetworkSettings } = await container.inspect()
      if (State.Status === 'created') return { state: 'pending' }
      if (!State.Running) {
        const killed = State.OOMKilled ? ' for want of memory' : ''
        return { state: 'ended', reason: await lastWords(container, State.ExitCode, killed) }
      }
      const ports = JSON.parse(Config.Labels[labels.ports] ?? '[]') as Ports
      const endpoints = ports.map(({ port, protocol, title }) => {
        const published = NetworkSettings.Ports[`${port}/${transportOf(protocol)}`]?.[0]
        return { ip: address, port: Number(published?.HostPort ?? 0), protocol, title }
      })
      return { state: 'running', environment: { id, endpoints } }
    } catch (error) {
      if (isGone(error)) return { state: 'ended', reason: 'its container is gone' }
      throw error
    }
  }

  async function createOnce(spec: EnvironmentSpec, image: string): Promise<void> {
    const { id, definition } = spec
    const keys = definition.ports.map(
      ({ port, protocol }) => `${port}/${transportOf(protocol)}` as const,
    )
    // Port 0: a free one. The engine does not choose well in a range of which others use a part.
    const hostPorts: number[] = []
    for (const _ of keys) hostPorts.push(range ? await freeOf(host, range, hostPorts) : 0)
    const container = await docker.createContainer({
      name: nameOf(id),
      Image: image,
      Env: containerVariables(spec),
      Labels: {
        [labels.platform]: platform,
        [labels.environment]: id,
        [labels.ports]: JSON.stringify(definition.ports),
      },
      ExposedPorts: Object.fromEntries(keys.map(key => [key, {}])),
      HostConfig: {
        NetworkMode: network,
        PortBindings: Object.fromEntries(
          keys.map((key, at) => [key, [{ HostIp: host, HostPort: `${hostPorts[at]}` }]]),
        ),
        CapDrop: ['ALL'],
        CapAdd: [...usualCapabilities, ...(definition.capabilities ?? [])],
        SecurityOpt: ['no-new-privileges'],
        Memory: definition.memoryMb * 2 ** 20,
        MemorySwap: definition.memoryMb * 2 ** 20,
        NanoCpus: nanoCpus,
        PidsLimit: processesOfContainer,
        RestartPolicy: { Name: 'no' },
        LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
      },
    })
    await confine()
    await container.start()
  }

  return {
    look,

    async create(spec, image) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await createOnce(spec, image)
        } catch (error) {
          // Another program took the port a moment ago.
          const isTaken = /already (allocated|in use)/.test((error as Error).message)
          if (!range || !isTaken || attempt === mostAttempts) throw error
          await docker.getContainer(nameOf(spec.id)).remove({ force: true, v: true })
        }
      }
    },

    output: id => lastLines(docker.getContainer(nameOf(id))),

    async remove(id, graceMs) {
      const container = docker.getContainer(nameOf(id))
      try {
        await container.stop({ t: Math.ceil(graceMs / 1000) }).catch(ignoreStopped)
        await container.remove({ force: true, v: true })
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },

    async all() {
      const found = await docker.listContainers({
        all: true,
        filters: { label: [`${labels.platform}=${platform}`] },
      })
      const ids = found.map(({ Labels }) => Labels[labels.environment] ?? '')
      return new Map(await Promise.all(ids.map(async id => [id, await look(id)] as const)))
    },

    async close() {
      // The network is removed, because an engine can have only about thirty. It refuses to remove one that
      // is in use.
      const refused = (error: { statusCode?: number }) => [403, 404].includes(error.statusCode ?? 0)
      await docker
        .getNetwork(network)
        .remove()
        .then(() => allowOutgoing(bridge))
        .catch(error => {
          if (!refused(error)) throw error
        })
    },
  }
}

const mostAttempts = 5

/** @returns a port of the range that is free here; if the engine runs on another host, any port of it */
async function freeOf(host: string, range: PortRange, taken: readonly number[]): Promise<number> {
  for (const port of inRandomOrder(range)) {
    if (taken.includes(port)) continue
    const here = openPort(host, { from: port, to: port })
    const isFree = await here.then(
      server => {
        server.close()
        return true
      },
      error => !(error instanceof StartFailure),
    )
    if (isFree) return port
  }
  throw new StartFailure(`no port from ${range.from} to ${range.to} is free (--environments-ports)`)
}

/** @returns the name of its interface on the engine's host */
async function ensureNetwork(docker: Docker, name: string, platform: string): Promise<string> {
  const network = docker.getNetwork(name)
  try {
    await network.inspect()
  } catch (error) {
    if (!isGone(error)) throw error
    await docker.createNetwork({
      Name: name,
      Driver: 'bridge',
      EnableIPv6: false,
      Labels: { [labels.platform]: platform },
      Options: {
        'com.docker.network.bridge.enable_icc': 'false',
        'com.docker.network.bridge.enable_ip_masquerade': 'false',
      },
    })
  }
  const { Id } = await network.inspect()
  return `br-${Id.slice(0, 12)}`
}

async function lastWords(container: Docker.Container, code: number, how: string): Promise<string> {
  const said = await lastLines(container).catch(() => null)
  const ended = `it ended with exit code ${code}${how}`
  return said ? `${ended}; it last said:\n${said}` : ended
}

/** 304: it was not running. */
function ignoreStopped(error: { statusCode?: number }): void {
  if (error.statusCode !== 304) throw error
}
