import type Docker from 'dockerode'
import type { EnvironmentSpec } from '../driver.ts'
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

export interface ServicesOptions {
  /** A manager of the Swarm. */
  docker: Docker
  platform: string
}

type Ports = EnvironmentSpec['definition']['ports']

/** What dockerode's types lack of a task. */
interface Task {
  ID: string
  ServiceID: string
  NodeID?: string
  CreatedAt: string
  Status: {
    State: string
    Err?: string
    Message?: string
    PortStatus?: { Ports?: { TargetPort: number; PublishedPort: number; Protocol: string }[] }
  }
}

/** A node's label with the address that participants are told, where the Swarm's is another. */
const addressLabel = 'guidon.address'
const pending = [
  'new',
  'allocated',
  'pending',
  'assigned',
  'accepted',
  'preparing',
  'ready',
  'starting',
]

/**
 * One service of one task for each environment, with its ports on the node that runs it, on a
 * bridge network of each node on which containers cannot reach each other. A task whose node is
 * cut off has ended: another start puts it on another node.
 */
export async function createServices({ docker, platform }: ServicesOptions): Promise<Engine> {
  const network = `guidon-${platform}`
  const nameOf = (id: string) => `guidon-${platform}-${id}`
  await ensureNetwork(docker, network, platform)

  async function looks(names?: string[]): Promise<Map<string, Look>> {
    const label = `${labels.platform}=${platform}`
    const [services, tasks, nodes] = await Promise.all([
      docker.listServices({ filters: { label: [label], ...(names && { name: names }) } }),
      docker.listTasks({ filters: { label: [label], ...(names && { service: names }) } }),
      docker.listNodes(),
    ])
    const byService = new Map((tasks as Task[]).map(task => [task.ServiceID, task]))
    return new Map(
      services.map(({ ID, Spec }) => {
        const id = Spec?.Labels?.[labels.environment] ?? ''
        const ports = JSON.parse(Spec?.Labels?.[labels.ports] ?? '[]') as Ports
        return [id, lookAt(id, ports, byService.get(ID), nodes as Node[])]
      }),
    )
  }

  return {
    async look(id) {
      try {
        const found = await looks([nameOf(id)])
        return found.get(id) ?? { state: 'ended', reason: 'its service is gone' }
      } catch (error) {
        // The manager does not find the tasks of a service that it has just made.
        if (isGone(error)) return { state: 'pending' }
        throw error
      }
    },

    async create(spec, image) {
      const { id, definition } = spec
      const own = {
        [labels.platform]: platform,
        [labels.environment]: id,
        [labels.ports]: JSON.stringify(definition.ports),
      }
      await docker.createService({
        Name: nameOf(id),
        Labels: own,
        TaskTemplate: {
          ContainerSpec: {
            Image: image,
            Env: containerVariables(spec),
            Labels: own,
            CapabilityDrop: ['ALL'],
            // Engines before 23 do not know it, and pass it over.
            Privileges: { NoNewPrivileges: true },
          },
          Resources: {
            Limits: {
              MemoryBytes: definition.memoryMb * 2 ** 20,
              NanoCPUs: nanoCpus,
              Pids: processesOfContainer,
            },
          },
          RestartPolicy: { Condition: 'none' },
          Networks: [{ Target: network }],
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
    },

    async remove(id) {
      try {
        await docker.getService(nameOf(id)).remove()
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },

    all: () => looks(),
  }
}

interface Node {
  ID: string
  Spec: { Labels?: Record<string, string> }
  Status: { State: string; Addr?: string }
}

function lookAt(id: string, ports: Ports, task: Task | undefined, nodes: Node[]): Look {
  if (!task || pending.includes(task.Status.State)) return { state: 'pending' }
  const { State, Err, Message, PortStatus } = task.Status
  if (State !== 'running') return { state: 'ended', reason: `${State}: ${Err ?? Message ?? ''}` }
  const node = nodes.find(({ ID }) => ID === task.NodeID)
  if (node?.Status.State !== 'ready')
    return { state: 'ended', reason: 'its node is cut off from the Swarm' }
  const ip = node.Spec.Labels?.[addressLabel] ?? node.Status.Addr ?? ''
  const published = PortStatus?.Ports ?? []
  const endpoints = ports.map(({ port, protocol, title }) => {
    const match = published.find(
      one => one.TargetPort === port && one.Protocol === transportOf(protocol),
    )
    return { ip, port: match?.PublishedPort ?? 0, protocol, title }
  })
  // The node tells its ports a moment after it tells that the task runs.
  if (endpoints.some(({ port }) => port === 0)) return { state: 'pending' }
  return { state: 'running', environment: { id, endpoints } }
}

async function ensureNetwork(docker: Docker, name: string, platform: string): Promise<void> {
  const found = await docker.listNetworks({ filters: { name: [name] } })
  if (found.some(one => one.Name === name && one.Scope === 'swarm')) return
  await docker.createNetwork({
    Name: name,
    Driver: 'bridge',
    Scope: 'swarm',
    Labels: { [labels.platform]: platform },
    Options: {
      'com.docker.network.bridge.enable_icc': 'false',
      'com.docker.network.bridge.enable_ip_masquerade': 'false',
    },
  } as Docker.NetworkCreateOptions)
}
