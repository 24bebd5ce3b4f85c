import type Docker from 'dockerode'
import type { Log } from '../../log.ts'
import { type EnvironmentSpec, StartFailure } from '../driver.ts'
import { inRandomOrder, type PortRange } from '../port-range.ts'
import { openPort } from '../process/ports.ts'
import { createBridges } from './bridges.ts'
import { usualCapabilities } from './capabilities.ts'
import { isQuotaRefused, mayHaveQuota, measureDiskEvery, overDisk, type Storage } from './disk.ts'
import {
  type Engine,
  isGone,
  type Look,
  labels,
  nanoCpus,
  processesOfContainer,
  transportOf,
} from './engine.ts'
import { lastLines } from './output.ts'
import { partsOf } from './parts.ts'

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
 * another one. The containers of one environment with several are in a network of their own, where they reach
 * each other. If the firewall rules for that cannot be set, packets of the first are at least not
 * masqueraded, and the log says what they reach.
 */
export async function createContainers(options: ContainersOptions): Promise<Engine> {
  const { docker, platform, host, address, range, log } = options
  const nameOf = (id: string) => `guidon-${platform}-${id}`
  const info: Storage & { NCPU: number } = await docker.info()
  let hasQuota = mayHaveQuota(info)
  const bridges = createBridges({ docker, platform, log })
  await bridges.ready('nothing')

  const labelsOf = (id: string) => ({ [labels.platform]: platform, [labels.environment]: id })
  const listed = (label: string[]) =>
    docker.listContainers({
      all: true,
      filters: { label: [`${labels.platform}=${platform}`, ...label] },
    })
  const containersOf = (id: string) => listed([`${labels.environment}=${id}`])

  async function lookAt(id: string, found: Docker.ContainerInfo[]): Promise<Look> {
    const gone = { state: 'ended', reason: 'its container is gone' } as const
    const [first] = found
    if (!first) return gone
    try {
      const all = await Promise.all(found.map(one => docker.getContainer(one.Id).inspect()))
      const bad = all.find(hasFailed)
      if (bad) return { state: 'ended', reason: await lastWords(docker, bad) }
      if (all.some(({ State }) => State.Status === 'created')) return { state: 'pending' }
      if (all.length < Number(first.Labels[labels.containers] ?? 1)) return gone
      const ports = JSON.parse(first.Labels[labels.ports] ?? '[]') as Ports
      const endpoints = ports.map(({ port, protocol, title, service }) => {
        const its = all.find(({ Config }) => Config.Labels[labels.service] === service)
        const published = its?.NetworkSettings.Ports[`${port}/${transportOf(protocol)}`]?.[0]
        return { ip: address, port: Number(published?.HostPort ?? 0), protocol, title }
      })
      return { state: 'running', environment: { id, endpoints } }
    } catch (error) {
      if (isGone(error)) return gone
      throw error
    }
  }

  async function createOnce(spec: EnvironmentSpec, images: Map<string, string>): Promise<void> {
    const { id, definition } = spec
    const { diskMb } = definition
    const reach = definition.internet ? 'internet' : 'nothing'
    const parts = partsOf(spec, images)
    const isComposed = definition.kind === 'compose'
    const network = isComposed ? await bridges.create(id, reach) : await bridges.ready(reach)
    const containers: Docker.Container[] = []
    // Port 0: a free one. The engine does not choose well in a range of which others use a part.
    const taken: number[] = []
    for (const { service, ports, memoryMb, cpus, capabilities, options: own } of parts) {
      const keys = ports.map(({ port, protocol }) => `${port}/${transportOf(protocol)}` as const)
      const hostPorts: number[] = []
      for (const _ of keys) {
        const port = range ? await freeOf(host, range, taken) : 0
        taken.push(port)
        hostPorts.push(port)
      }
      const container = await docker.createContainer({
        name: isComposed ? `${nameOf(id)}-${service}` : nameOf(id),
        ...own,
        Labels: {
          ...labelsOf(id),
          [labels.ports]: JSON.stringify(definition.ports),
          [labels.containers]: `${parts.length}`,
          ...(isComposed && { [labels.service]: service }),
          ...(diskMb && { [labels.diskMb]: `${diskMb}` }),
        },
        ExposedPorts: Object.fromEntries(keys.map(key => [key, {}])),
        HostConfig: {
          NetworkMode: network,
          PortBindings: Object.fromEntries(
            keys.map((key, at) => [key, [{ HostIp: host, HostPort: `${hostPorts[at]}` }]]),
          ),
          CapDrop: ['ALL'],
          CapAdd: [...usualCapabilities, ...capabilities],
          SecurityOpt: ['no-new-privileges'],
          Memory: memoryMb * 2 ** 20,
          MemorySwap: memoryMb * 2 ** 20,
          NanoCpus: nanoCpus({ ...(cpus && { cpus }) }, info.NCPU),
          ...(diskMb && hasQuota && { StorageOpt: { size: `${diskMb}m` } }),
          PidsLimit: processesOfContainer,
          RestartPolicy: { Name: 'no' },
          LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
        },
        ...(isComposed && {
          NetworkingConfig: { EndpointsConfig: { [network]: { Aliases: [service] } } },
        }),
      })
      containers.push(container)
    }
    for (const container of containers) await container.start()
  }

  async function remove(id: string, graceMs: number): Promise<void> {
    const found = await containersOf(id)
    await Promise.all(
      found.map(async ({ Id }) => {
        const container = docker.getContainer(Id)
        try {
          await container.stop({ t: Math.ceil(graceMs / 1000) }).catch(ignoreStopped)
          await container.remove({ force: true, v: true })
        } catch (error) {
          if (!isGone(error)) throw error
        }
      }),
    )
    await bridges.remove(id)
  }

  return {
    look: async id => lookAt(id, await containersOf(id)),
    remove,

    async create(spec, images) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await createOnce(spec, images)
        } catch (error) {
          if (hasQuota && spec.definition.diskMb && isQuotaRefused(error)) {
            hasQuota = false
            log.warn({ err: error }, 'the engine limits no disk: it is measured instead')
            await remove(spec.id, 0)
            continue
          }
          // Another program took the port a moment ago.
          const isTaken = /already (allocated|in use)/.test((error as Error).message)
          if (!range || !isTaken || attempt === mostAttempts) throw error
          await remove(spec.id, 0)
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

    async output(id) {
      const found = await containersOf(id)
      const all = await Promise.all(
        found.map(async ({ Id, Labels }) => {
          const text = await lastLines(docker.getContainer(Id))
          const service = Labels[labels.service]
          return service && text ? text.replace(/^/gm, `${service}: `) : text
        }),
      )
      const texts = all.filter(text => text !== null)
      return texts.length > 0 ? texts.filter(Boolean).join('\n') : null
    },

    async all() {
      const found = Map.groupBy(await listed([]), one => one.Labels[labels.environment] ?? '')
      const looks = [...found].map(async ([id, own]) => [id, await lookAt(id, own)] as const)
      return new Map(await Promise.all(looks))
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

/** A service that nobody reaches may end without a mistake: it has prepared something for the others. */
const hasFailed = ({ State, Config, HostConfig }: Docker.ContainerInspectInfo): boolean =>
  State.Status !== 'created' &&
  !State.Running &&
  (State.ExitCode !== 0 ||
    Config.Labels[labels.service] === undefined ||
    Object.keys(HostConfig.PortBindings ?? {}).length > 0)

async function lastWords(docker: Docker, info: Docker.ContainerInspectInfo): Promise<string> {
  const { Id, State, Config } = info
  const said = await lastLines(docker.getContainer(Id)).catch(() => null)
  const who = Config.Labels[labels.service] ?? 'it'
  const killed = State.OOMKilled ? ' for want of memory' : ''
  const ended = `${who} ended with exit code ${State.ExitCode}${killed}`
  return said ? `${ended}; it last said:\n${said}` : ended
}

/** 304: it was not running. */
function ignoreStopped(error: { statusCode?: number }): void {
  if (error.statusCode !== 304) throw error
}
