import type Docker from 'dockerode'
import type { Log } from '../../log.ts'
import { type EnvironmentSpec, StartFailure } from '../driver.ts'
import { inRandomOrder, type PortRange } from '../port-range.ts'
import { openPort } from '../process/ports.ts'
import { createBridges } from './bridges.ts'
import { usualCapabilities } from './capabilities.ts'
import { isQuotaRefused, mayHaveQuota, measureDiskEvery, overDisk, type Storage } from './disk.ts'
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
 * connections out of it: neither to the host nor to the internet. Those that may reach the internet share
 * another one. If the firewall rules for that cannot be set, packets of the first are at least not
 * masqueraded, and the log says what they reach.
 */
export async function createContainers(options: ContainersOptions): Promise<Engine> {
  const { docker, platform, host, address, range, log } = options
  const nameOf = (id: string) => `guidon-${platform}-${id}`
  const info: Storage & { NCPU: number } = await docker.info()
  let hasQuota = mayHaveQuota(info)
  const bridges = createBridges({ docker, platform, log })
  await bridges.ready('nothing')

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
    const { diskMb } = definition
    const reach = definition.internet ? 'internet' : 'nothing'
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
        ...(diskMb && { [labels.diskMb]: `${diskMb}` }),
      },
      ExposedPorts: Object.fromEntries(keys.map(key => [key, {}])),
      HostConfig: {
        NetworkMode: await bridges.ready(reach),
        PortBindings: Object.fromEntries(
          keys.map((key, at) => [key, [{ HostIp: host, HostPort: `${hostPorts[at]}` }]]),
        ),
        CapDrop: ['ALL'],
        CapAdd: [...usualCapabilities, ...(definition.capabilities ?? [])],
        SecurityOpt: ['no-new-privileges'],
        Memory: definition.memoryMb * 2 ** 20,
        MemorySwap: definition.memoryMb * 2 ** 20,
        NanoCpus: nanoCpus(definition, info.NCPU),
        ...(diskMb && hasQuota && { StorageOpt: { size: `${diskMb}m` } }),
        PidsLimit: processesOfContainer,
        RestartPolicy: { Name: 'no' },
        LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
      },
    })
    await container.start()
  }

  return {
    look,

    async create(spec, image) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await createOnce(spec, image)
        } catch (error) {
          if (hasQuota && spec.definition.diskMb && isQuotaRefused(error)) {
            hasQuota = false
            log.warn({ err: error }, 'the engine limits no disk: it is measured instead')
            continue
          }
          // Another program took the port a moment ago.
          const isTaken = /already (allocated|in use)/.test((error as Error).message)
          if (!range || !isTaken || attempt === mostAttempts) throw error
          await docker.getContainer(nameOf(spec.id)).remove({ force: true, v: true })
        }
      }
    },

    shortcomings: ({ cpus = 1, diskMb }) => [
      ...(cpus > info.NCPU ? [`it gets ${info.NCPU} processors, all that the engine has`] : []),
      ...(diskMb && !hasQuota
        ? [
            `its disk is measured every ${measureDiskEvery / 1000} s, and it is ended beyond ${diskMb} MB: ` +
              `the engine's storage (${info.Driver}) has no limit`,
          ]
        : []),
    ],

    overDisk: () => overDisk(docker, platform),

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

    close: bridges.close,
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

async function lastWords(container: Docker.Container, code: number, how: string): Promise<string> {
  const said = await lastLines(container).catch(() => null)
  const ended = `it ended with exit code ${code}${how}`
  return said ? `${ended}; it last said:\n${said}` : ended
}

/** 304: it was not running. */
function ignoreStopped(error: { statusCode?: number }): void {
  if (error.statusCode !== 304) throw error
}
