import type Docker from 'dockerode'
import { isGone } from '../../engine/client.ts'
import { credentialsFor } from '../../engine/credentials.ts'
import { nameServers } from '../../engine/name-servers.ts'
import { lastLines } from '../../engine/output.ts'
import {
  addressLabel,
  isBeforeRunning,
  isReady,
  listNodes,
  listTasks,
  type Node,
  type Task,
} from '../../engine/swarm.ts'
import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import type { EnvironmentSpec } from '../driver.ts'
import { defaultCapabilities } from './capabilities.ts'
import { measureDiskEveryMs, overDisk } from './disk.ts'
import {
  containerVariables,
  type Engine,
  type EnvironmentState,
  labels,
  logOptions,
  nanoCpus,
  processesOfContainer,
  transportOf,
} from './engine.ts'

export interface ServicesOptions {
  /** A manager of the Swarm. */
  docker: Docker
  platform: string
  log: Log
}

type Ports = EnvironmentSpec['definition']['ports']

const stopGraceNs = 2e9

/**
 * Each environment is a service of one task in an overlay network of its own, with its ports on the node
 * that runs it. A task on a node that is cut off counts as ended, so that the next start uses another node.
 * Unlike containers on one engine, tasks reach the internet: the published ports of a Swarm need the bridge
 * that leads there. All services of a node share that bridge, and each node has to set the firewall rules
 * for it.
 */
export function createServices({ docker, platform, log }: ServicesOptions): Engine {
  log.warn(
    'CONTAINERS REACH THE NODES OF THE SWARM, and the internet, by docker_gwbridge: a challenge that ' +
      "is broken into reaches whatever listens on its node's addresses, and the metadata of a cloud. " +
      'docs/hosting.md has the rules that forbid it, for each node.',
  )
  const nameOf = (id: string) => `guidon-${platform}-${id}`
  const label = `${labels.platform}=${platform}`
  /** Environments that already have a network, but not yet a service. */
  const creating = new Set<string>()

  /** A network in use cannot be removed, and a node that is cut off never releases it. */
  async function removeNetwork(id: string): Promise<void> {
    await docker
      .getNetwork(id)
      .remove()
      .catch(error => {
        if (!isNetworkGone(error) && !isInUse(error)) throw error
      })
  }

  /** A restarted environment may have two of one name for a moment. */
  async function removeNetworksOf(id: string): Promise<void> {
    const own = { label: [label, `${labels.environment}=${id}`] }
    const networks = await docker.listNetworks({ filters: own })
    await Promise.all(networks.map(({ Id }) => removeNetwork(Id)))
  }

  async function looks(names?: string[]): Promise<Map<string, EnvironmentState>> {
    const [services, tasks, nodes] = await Promise.all([
      docker.listServices({ filters: { label: [label], ...(names && { name: names }) } }),
      listTasks(docker, { label: [label], ...(names && { service: names }) }),
      listNodes(docker),
    ])
    const byService = new Map(tasks.map(task => [task.ServiceID, task]))
    return new Map(
      services.map(({ ID, Spec }) => {
        const id = Spec?.Labels?.[labels.environment] ?? ''
        const ports = JSON.parse(Spec?.Labels?.[labels.ports] ?? '[]') as Ports
        return [id, lookAt(id, ports, byService.get(ID), nodes)]
      }),
    )
  }

  async function launch(spec: EnvironmentSpec, image: string): Promise<void> {
    const { id, definition } = spec
    const own = {
      [labels.platform]: platform,
      [labels.environment]: id,
      [labels.ports]: JSON.stringify(definition.ports),
      ...(definition.diskMb && { [labels.diskMb]: `${definition.diskMb}` }),
    }
    const network = await docker.createNetwork({ Name: nameOf(id), Driver: 'overlay', Labels: own })
    // The nodes pull the image with these credentials.
    await docker.createService(await credentialsFor(image), {
      Name: nameOf(id),
      Labels: own,
      TaskTemplate: {
        ContainerSpec: {
          Image: image,
          Env: containerVariables(spec),
          DNSConfig: { Nameservers: nameServers(definition.internet === true) },
          Labels: own,
          StopGracePeriod: stopGraceNs,
          CapabilityDrop: ['ALL'],
          CapabilityAdd: [...defaultCapabilities, ...(definition.capabilities ?? [])],
          // Engines before version 23 ignore this.
          Privileges: { NoNewPrivileges: true },
        },
        Resources: {
          Limits: {
            MemoryBytes: definition.memoryMb * 2 ** 20,
            NanoCPUs: nanoCpus(definition, Number.POSITIVE_INFINITY),
            Pids: processesOfContainer,
          },
        },
        RestartPolicy: { Condition: 'none' },
        LogDriver: { Name: 'json-file', Options: logOptions },
        // Not by its name: after a restart, the manager may still know the last network of that name.
        Networks: [{ Target: network.id }],
      },
      Mode: { Replicated: { Replicas: 1 } },
      EndpointSpec: {
        Ports: definition.ports.map(({ port, protocol }) => ({
          Protocol: transportOf(protocol),
          TargetPort: port,
          PublishMode: 'host',
        })),
      },
    } as Docker.CreateServiceOptions)
  }

  return {
    async look(id) {
      try {
        const found = await looks([nameOf(id)])
        return found.get(id) ?? { state: 'ended', reason: 'its service is gone' }
      } catch (error) {
        // The manager does not find the tasks of a service that it has just created.
        if (isGone(error)) return { state: 'pending' }
        throw error
      }
    },

    async create(spec, images) {
      const { id } = spec
      const image = images.get('') ?? ''
      creating.add(id)
      try {
        await launch(spec, image)
      } finally {
        creating.delete(id)
      }
    },

    shortcomings: ({ diskMb }) =>
      diskMb
        ? [
            `on the manager's node its disk is measured every ${measureDiskEveryMs / 1000} s, and it is ended beyond ` +
              `${diskMb} MB; ON OTHER NODES NOBODY WATCHES ITS DISK: a Swarm limits none`,
          ]
        : [],

    // The engines of the other nodes do not answer the platform.
    overDisk: () => overDisk(docker, platform),

    targetOf: ({ ip, port }) => ({ host: ip, port }),

    output: id => lastLines(docker.getService(nameOf(id))),

    async remove(id) {
      try {
        await docker.getService(nameOf(id)).remove()
      } catch (error) {
        if (!isGone(error)) throw error
      }
      await removeNetworksOf(id)
    },

    async all() {
      const [found, networks] = await Promise.all([
        looks(),
        docker.listNetworks({ filters: { label: [label] } }),
      ])
      const left = networks.filter(({ Labels }) => {
        const id = Labels?.[labels.environment] ?? ''
        return !found.has(id) && !creating.has(id)
      })
      await Promise.all(left.map(({ Id }) => removeNetwork(Id)))
      return found
    },

    // Each service has a network of its own, which was removed with it.
    close: async () => {},
  }
}

/** The manager answers 500 if somebody else has just removed it. */
const isNetworkGone = (error: unknown): boolean =>
  isGone(error) || /network \S+ not found/.test(messageOf(error))

/** Whether the manager refuses because something still uses it. */
const isInUse = (error: { statusCode?: number }) => [400, 403, 409].includes(error.statusCode ?? 0)

function lookAt(id: string, ports: Ports, task: Task | undefined, nodes: Node[]): EnvironmentState {
  if (!task || isBeforeRunning(task.Status.State)) return { state: 'pending' }
  const { State, Err, Message, PortStatus } = task.Status
  if (State !== 'running') return { state: 'ended', reason: `${State}: ${Err ?? Message ?? ''}` }
  const node = nodes.find(({ ID }) => ID === task.NodeID)
  if (!isReady(node)) return { state: 'ended', reason: 'its node is cut off from the Swarm' }
  const ip = node.Spec.Labels?.[addressLabel] ?? node.Status.Addr ?? ''
  const published = PortStatus?.Ports ?? []
  const endpoints = ports.map(({ port, protocol, title }) => {
    const match = published.find(
      one => one.TargetPort === port && one.Protocol === transportOf(protocol),
    )
    return { ip, port: match?.PublishedPort ?? 0, protocol, title }
  })
  // The node reports its ports a moment after it reports that the task runs.
  if (endpoints.some(({ port }) => port === 0)) return { state: 'pending' }
  return { state: 'running', environment: { id, endpoints } }
}
