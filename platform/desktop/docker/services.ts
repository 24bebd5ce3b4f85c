import { setTimeout as delay } from 'node:timers/promises'
import type Docker from 'dockerode'
import { isGone, within } from '../../engine/client.ts'
import { credentialsFor } from '../../engine/credentials.ts'
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
import { addressesOf } from './addresses-of.ts'
import {
  type ContainerState,
  type DesktopContainer,
  type DesktopEngine,
  endOf,
  labels,
  type Mount,
  sshPort,
} from './engine.ts'
import { desktopService, emptyingService, isAddress, nodeLabel } from './service-specs.ts'

export interface ServicesOptions {
  /** A manager of the Swarm. */
  docker: Docker
  platform: string
  /** The host of environments as users see it, beside the nodes' own addresses. */
  address: string
}

type Service = Docker.Service

const answerMs = 10_000
const isLive = ({ Status: { State } }: Task) => State === 'running' || isBeforeRunning(State)

/**
 * Each desktop is a service of one task. A stopped one is kept without a task, since it says which node has the home:
 * a volume stays on the node where it was made. A folder that all nodes share binds it to none.
 */
export function createServices({ docker, platform, address }: ServicesOptions): DesktopEngine {
  const nameOf = (id: string) => `guidon-${platform}-desktop-${id}`
  const filters = { label: [`${labels.platform}=${platform}`] }

  async function find(id: string): Promise<Service | null> {
    try {
      return (await docker.getService(nameOf(id)).inspect()) as Service
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }

  async function looks(id?: string) {
    const [services, tasks, nodes] = await Promise.all([
      docker.listServices({ filters: { ...filters, ...(id && { name: [nameOf(id)] }) } }),
      listTasks(docker, { ...filters, ...(id && { service: [nameOf(id)] }) }),
      listNodes(docker),
    ])
    return services
      .filter(({ Spec }) => Spec?.Mode?.Replicated?.Replicas !== 0)
      .map(service => {
        const newest = tasks
          .filter(({ ServiceID }) => ServiceID === service.ID)
          .sort((a, b) => b.CreatedAt.localeCompare(a.CreatedAt))[0]
        const node = nodes.find(({ ID }) => ID === newest?.NodeID)
        return { id: service.Spec?.Labels?.[labels.desktop] ?? '', task: newest, node }
      })
  }

  async function create(one: DesktopContainer): Promise<void> {
    const kept = await find(one.id)
    const home = one.homeFolder === null ? kept?.Spec?.Labels?.[nodeLabel] : undefined
    if (home) {
      const node = (await listNodes(docker)).find(({ ID }) => ID === home)
      if (!isReady(node))
        throw new Error(
          `its home is on the node ${node?.Description.Hostname ?? home}, which is cut off: it starts when ` +
            'that node is back, or with an empty home after a reset',
        )
    }
    if (kept) await docker.getService(nameOf(one.id)).remove()
    await docker.createService(
      await credentialsFor(one.image),
      desktopService(one, { name: nameOf(one.id), platform, address, node: home }),
    )
  }

  async function remove(id: string): Promise<void> {
    const kept = await find(id)
    if (!kept) return
    const [found] = await looks(id)
    const node = found?.task?.NodeID ?? kept.Spec?.Labels?.[nodeLabel]
    const { Version, Spec } = kept
    if (Spec?.Mode?.Replicated?.Replicas === 0) return
    await docker.getService(nameOf(id)).update({
      ...Spec,
      version: Version?.Index,
      Labels: { ...Spec?.Labels, ...(node && { [nodeLabel]: node }) },
      Mode: { Replicated: { Replicas: 0 } },
    })
    // Its end cannot be seen on a node that is cut off.
    for (let attempt = 0; attempt < 40; attempt++) {
      const tasks = await listTasks(docker, { service: [nameOf(id)] })
      const nodes = await listNodes(docker)
      const isUp = (one: Task) => isLive(one) && isReady(nodes.find(({ ID }) => ID === one.NodeID))
      if (!tasks.some(isUp)) return
      await delay(100)
    }
  }

  /** A manager cannot delete a volume of another node, so a task on that node empties it. */
  async function emptyHome(id: string): Promise<void> {
    const kept = await find(id)
    if (!kept) return
    const node = kept.Spec?.Labels?.[nodeLabel]
    const template = kept.Spec?.TaskTemplate as
      | { ContainerSpec?: Record<string, unknown> }
      | undefined
    const isUp = isReady((await listNodes(docker)).find(({ ID }) => ID === node))
    await docker.getService(nameOf(id)).remove()
    const Mounts = (template?.ContainerSpec?.Mounts ?? []) as Mount[]
    const home = Mounts.find(({ Target, Type }) => Target === '/home/player' && Type === 'volume')
    if (node === undefined || !isUp || !home) return
    const name = `${nameOf(id)}-empty`
    await docker.createService(
      emptyingService({ name, platform, image: template?.ContainerSpec?.Image, home, node }),
    )
    try {
      for (let attempt = 0; attempt < 300; attempt++) {
        const [task] = await listTasks(docker, { service: [name] })
        if (task && !isLive(task)) return
        await delay(200)
      }
    } finally {
      await docker.getService(name).remove()
    }
  }

  async function lookAt(
    { id, task, node }: { id: string; task: Task | undefined; node: Node | undefined },
    { withOutput }: { withOutput: boolean },
  ): Promise<ContainerState> {
    const { State, Err, Message, PortStatus, ContainerStatus } = task?.Status ?? { State: 'new' }
    if (isBeforeRunning(State)) return { state: 'pending', reason: Err ?? Message ?? State }
    if (!isReady(node))
      return {
        state: 'ended',
        code: 'unreachable',
        reason: `its node ${node?.Description.Hostname ?? ''} is cut off from the Swarm`,
      }
    if (State !== 'running') {
      const said = withOutput ? await lastLines(docker.getService(nameOf(id))) : null
      const code = State === 'complete' ? 0 : ContainerStatus?.ExitCode
      return endOf(code, [Err, said].filter(Boolean).join('; '), code === 137)
    }
    const port = PortStatus?.Ports?.find(({ TargetPort }) => TargetPort === sshPort)
    // The node reports its ports a moment after it reports that the task runs.
    if (!port) return { state: 'pending', reason: 'its port is not open yet' }
    return { state: 'running', host: node.Status.Addr ?? '', port: port.PublishedPort }
  }

  return {
    async addresses() {
      const [nodes, named] = await Promise.all([
        within(answerMs, listNodes(docker)),
        addressesOf(address),
      ])
      const all = nodes.map(({ Spec, Status }) => Spec.Labels?.[addressLabel] ?? Status.Addr ?? '')
      return [...new Set([...all.filter(isAddress), ...named])]
    },

    create: one => within(3 * answerMs, create(one)),

    async look(id) {
      const [found] = await within(answerMs, looks(id))
      return found
        ? within(answerMs, lookAt(found, { withOutput: true }))
        : { state: 'ended', reason: 'its service is gone' }
    },

    remove: id => within(2 * answerMs, remove(id)),
    removeHome: id => within(8 * answerMs, emptyHome(id)),

    async all() {
      const found = await within(answerMs, looks())
      const all = found.map(
        async one => [one.id, await lookAt(one, { withOutput: false })] as const,
      )
      return new Map(await Promise.all(all))
    },

    async homes() {
      const services = await within(answerMs, docker.listServices({ filters }))
      return services.map(({ Spec }) => Spec?.Labels?.[labels.desktop] ?? '')
    },
  }
}
