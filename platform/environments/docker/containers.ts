import { hash } from 'node:crypto'
import type Docker from 'dockerode'
import { isGone } from '../../engine/client.ts'
import { nameServers } from '../../engine/name-servers.ts'
import { lastLines } from '../../engine/output.ts'
import { isOnThisHost, reachedHost } from '../../engine/reached-host.ts'
import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import type { Ending, EnvironmentSpec } from '../driver.ts'
import type { PortRange } from '../port-range.ts'
import { bridgeOf, createBridges } from './bridges.ts'
import { defaultCapabilities } from './capabilities.ts'
import { containerSpecsOf } from './container-specs.ts'
import { isQuotaRefused, mayHaveQuota, measureDiskEveryMs, overDisk, type Storage } from './disk.ts'
import {
  type Engine,
  type EnvironmentState,
  labels,
  logOptions,
  nanoCpus,
  processesOfContainer,
  transportOf,
} from './engine.ts'
import { createHostPorts, refusedPorts } from './host-ports.ts'
import { confinement } from './jails.ts'

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

interface Named {
  platform: string
  id: string
  /** Default: it is the only container. */
  service?: string
}

/**
 * Does not reveal the environment's id: the engine tells each container the names of the others on its network, and
 * the id is in the host names that nobody may guess.
 */
export const containerName = ({ platform, id, service = '' }: Named): string =>
  ['guidon', platform, hash('sha256', id, 'hex').slice(0, 16), ...(service ? [service] : [])].join(
    '-',
  )

/**
 * Containers on one engine. They share a bridge network, cannot reach each other on it, and cannot open
 * connections out of it: neither to the host nor to the internet. Those that may reach the internet share
 * another one. The containers of one environment with several are in a network of their own, where they reach
 * each other. If the firewall rules for the first network cannot be set, its packets are at least not masqueraded,
 * and the log says what the containers reach.
 */
export async function createContainers(options: ContainersOptions): Promise<Engine> {
  const { docker, platform, host, address, range, log } = options
  const info: Storage & { NCPU: number } = await docker.info()
  let hasQuota = mayHaveQuota(info)
  const bridges = createBridges({ docker, platform, log })
  const own = await bridges.ready('nothing')
  const bridge = await bridgeOf(docker.getNetwork(own))
  const isBeside = isOnThisHost(docker, bridge)
  const reachedAt = reachedHost({ docker, isBeside, host, address })
  const hostPorts = createHostPorts({ docker, host, range, isBeside })

  const labelsOf = (id: string) => ({ [labels.platform]: platform, [labels.environment]: id })
  const listed = (label: string[]) =>
    docker.listContainers({
      all: true,
      filters: { label: [`${labels.platform}=${platform}`, ...label] },
    })
  const containersOf = (id: string) => listed([`${labels.environment}=${id}`])

  async function lookAt(id: string, found: Docker.ContainerInfo[]): Promise<EnvironmentState> {
    const gone = { state: 'ended', reason: 'its container is gone' } as const
    const [first] = found
    if (!first) return gone
    try {
      const all = await Promise.all(found.map(one => docker.getContainer(one.Id).inspect()))
      const bad = all.find(hasFailed)
      if (bad) return { state: 'ended', ...(await endingOf(docker, bad)) }
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

  /** @param take see `HostPorts` */
  async function createOnce(
    spec: EnvironmentSpec,
    images: Map<string, string>,
    take: (count: number) => Promise<number[]>,
  ): Promise<void> {
    const { id, definition } = spec
    const { diskMb } = definition
    const reach = definition.internet ? 'internet' : 'nothing'
    const specs = containerSpecsOf(spec, images)
    const isComposed = definition.kind === 'compose'
    const network = isComposed ? await bridges.create(id, reach) : await bridges.ready(reach)
    const containers: Docker.Container[] = []
    for (const { service, ports, memoryMb, cpus, capabilities, options: own } of specs) {
      const keys = ports.map(({ port, protocol }) => `${port}/${transportOf(protocol)}` as const)
      // If other programs use a part of the range, the engine does not choose well in it.
      const chosen = await take(keys.length)
      const container = await docker.createContainer({
        name: containerName({ platform, id, service }),
        ...own,
        Labels: {
          ...labelsOf(id),
          [labels.ports]: JSON.stringify(definition.ports),
          [labels.containers]: `${specs.length}`,
          ...(isComposed && { [labels.service]: service }),
          ...(diskMb && !hasQuota && { [labels.diskMb]: `${diskMb}` }),
        },
        ExposedPorts: Object.fromEntries(keys.map(key => [key, {}])),
        HostConfig: {
          NetworkMode: network,
          Dns: nameServers(reach === 'internet'),
          PortBindings: Object.fromEntries(
            keys.map((key, at) => [key, [{ HostIp: host, HostPort: `${chosen[at]}` }]]),
          ),
          CapDrop: ['ALL'],
          CapAdd: [...defaultCapabilities, ...capabilities],
          ...confinement(capabilities),
          Memory: memoryMb * 2 ** 20,
          MemorySwap: memoryMb * 2 ** 20,
          NanoCpus: nanoCpus({ ...(cpus && { cpus }) }, info.NCPU),
          ...(diskMb && hasQuota && { StorageOpt: { size: `${diskMb}m` } }),
          PidsLimit: processesOfContainer,
          RestartPolicy: { Name: 'no' },
          LogConfig: { Type: 'json-file', Config: logOptions },
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
          if (!isGone(error) && !isBeingRemoved(error)) throw error
        }
      }),
    )
    await bridges.remove(id)
  }

  return {
    look: async id => lookAt(id, await containersOf(id)),
    remove,

    async create(spec, images) {
      const refused = new Set<number>()
      for (;;) {
        const taken: number[] = []
        const take = async (count: number) => {
          const found = await hostPorts.take(count, refused)
          taken.push(...found)
          return found
        }
        try {
          return await createOnce(spec, images, take)
        } catch (error) {
          if (hasQuota && spec.definition.diskMb && isQuotaRefused(error)) {
            hasQuota = false
            log.warn({ err: error }, 'the engine limits no disk: it is measured instead')
            await remove(spec.id, 0)
            continue
          }
          const named = range ? refusedPorts(error, taken) : []
          if (named.length === 0 || refused.size >= maxRefused) throw error
          for (const port of named) refused.add(port)
          await remove(spec.id, 0)
        } finally {
          hostPorts.release(taken)
        }
      }
    },

    targetOf: ({ port }) => ({ host: reachedAt, port }),

    shortcomings: ({ cpus = 1, diskMb }) => [
      ...(cpus > info.NCPU ? [`it gets ${info.NCPU} processors, all that the engine has`] : []),
      ...(diskMb && !hasQuota
        ? [
            `its disk is measured every ${measureDiskEveryMs / 1000} s, and it is ended beyond ${diskMb} MB: ` +
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

/** How many ports of one environment may be refused, because other programs of the engine's host use them. */
const maxRefused = 50

/** A service without ports may end without an error. It has prepared something for the others. */
const hasFailed = ({ State, Config, HostConfig }: Docker.ContainerInspectInfo): boolean =>
  State.Status !== 'created' &&
  !State.Running &&
  (State.ExitCode !== 0 ||
    Config.Labels[labels.service] === undefined ||
    Object.keys(HostConfig.PortBindings ?? {}).length > 0)

async function endingOf(docker: Docker, info: Docker.ContainerInspectInfo): Promise<Ending> {
  const { Id, State, Config } = info
  const said = await lastLines(docker.getContainer(Id)).catch(() => null)
  const who = Config.Labels[labels.service] ?? 'it'
  const killed = State.OOMKilled ? ' for want of memory' : ''
  const ended = `${who} ended with exit code ${State.ExitCode}${killed}`
  const reason = said ? `${ended}; it last said:\n${said}` : ended
  return { reason, ...(State.OOMKilled && { excess: 'memory' }) }
}

/** Another replica, or a stop that the platform did not wait for, removes it now. */
const isBeingRemoved = (error: unknown): boolean =>
  /removal of container .* is already in progress/.test(messageOf(error))

/** 304: it was not running. */
function ignoreStopped(error: { statusCode?: number }): void {
  if (error.statusCode !== 304) throw error
}
