import type Docker from 'dockerode'
import { isGone, within } from '../../engine/client.ts'
import { nameServers } from '../../engine/name-servers.ts'
import { lastLines } from '../../engine/output.ts'
import { maxProcesses, processors, tmpBytes } from '../limits.ts'
import { addressesOf } from './addresses-of.ts'
import {
  type ContainerState,
  capabilities,
  type DesktopContainer,
  type DesktopEngine,
  endOf,
  labels,
  mountsOf,
  sshPort,
} from './engine.ts'

export interface ContainersOptions {
  docker: Docker
  /** Marks this platform's containers, since others may use the same engine. */
  platform: string
  /** The address of the engine's host on which SSH is opened. */
  host: string
  /** Where the platform reaches that. */
  own: string
  /** The host of environments as users see it: a name or an address. */
  address: string
}

const answerMs = 10_000

/** Desktops as containers on one engine. */
export function createContainers(options: ContainersOptions): DesktopEngine {
  const { docker, platform, host, own, address } = options
  const nameOf = (id: string) => `guidon-${platform}-desktop-${id}`
  const homeOf = (id: string) => `guidon-${platform}-home-${id}`
  const network = `guidon-${platform}-desktops`
  const filters = { label: [`${labels.platform}=${platform}`] }
  const labelsOf = (id: string) => ({ [labels.platform]: platform, [labels.desktop]: id })
  const ignoreGone = (error: unknown) => {
    if (!isGone(error)) throw error
  }

  /** It has ended already, is not there, or is being removed. */
  const ignoreSettled = (error: { statusCode?: number }) => {
    if (![304, 404, 409].includes(error.statusCode ?? 0)) throw error
  }

  async function ensureNetwork(): Promise<void> {
    try {
      await docker.getNetwork(network).inspect()
    } catch (error) {
      ignoreGone(error)
      await docker
        .createNetwork({
          Name: network,
          Driver: 'bridge',
          EnableIPv6: false,
          CheckDuplicate: true,
          Labels: { [labels.platform]: platform },
          Options: { 'com.docker.network.bridge.enable_icc': 'false' },
        })
        .catch((error: { statusCode?: number }) => {
          // Two desktops that start at once both make it.
          if (error.statusCode !== 409) throw error
        })
    }
  }

  /** Removes a container with the volumes of its image. After it, name and home are free. */
  async function removeNow(id: string): Promise<void> {
    const container = docker.getContainer(nameOf(id))
    await container.remove({ force: true, v: true }).catch(ignoreSettled)
    // Somebody else may be removing it.
    await container.wait({ condition: 'removed' }).catch(ignoreGone)
  }

  async function create(one: DesktopContainer): Promise<void> {
    await ensureNetwork()
    await removeNow(one.id)
    if (one.homeFolder === null)
      await docker.createVolume({ Name: homeOf(one.id), Labels: labelsOf(one.id) })
    const { NCPU } = await docker.info()
    const bytes = one.memoryMb * 2 ** 20
    const container = await docker.createContainer({
      name: nameOf(one.id),
      Image: one.image,
      Hostname: 'flugzeug',
      User: '0:0',
      Env: one.variables,
      Entrypoint: ['/bin/sh', '/opt/desktop/keeper.sh'],
      Cmd: [],
      WorkingDir: '/',
      Labels: labelsOf(one.id),
      ExposedPorts: { [`${sshPort}/tcp`]: {} },
      HostConfig: {
        NetworkMode: network,
        Dns: nameServers(one.internet),
        PortBindings: { [`${sshPort}/tcp`]: [{ HostIp: host, HostPort: '0' }] },
        Mounts: mountsOf(one, homeOf(one.id)),
        CapDrop: ['ALL'],
        CapAdd: capabilities,
        SecurityOpt: ['no-new-privileges'],
        ReadonlyRootfs: true,
        ShmSize: tmpBytes,
        Tmpfs: {
          '/tmp': `mode=1777,exec,size=${tmpBytes}`,
          '/run': 'mode=1777,size=64m',
          '/var/tmp': 'mode=1777,size=64m',
        },
        Memory: bytes,
        MemorySwap: bytes,
        PidsLimit: maxProcesses,
        NanoCpus: Math.min(processors, NCPU) * 1e9,
        Sysctls: { 'net.ipv6.conf.all.disable_ipv6': '1' },
        ExtraHosts: /^[\d.]+$/.test(address) ? [] : [`${address}:127.0.0.1`],
        LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
        RestartPolicy: { Name: 'no' },
        StopTimeout: 3,
      },
    } as Docker.ContainerCreateOptions)
    await container.start()
  }

  async function look(id: string): Promise<ContainerState> {
    const container = docker.getContainer(nameOf(id))
    try {
      const { State, NetworkSettings } = await container.inspect()
      if (State.Status === 'created') return { state: 'pending', reason: 'its container starts' }
      if (!State.Running) return endOf(State.ExitCode, await lastLines(container), State.OOMKilled)
      const port = Number(NetworkSettings.Ports[`${sshPort}/tcp`]?.[0]?.HostPort ?? 0)
      return { state: 'running', host: own, port }
    } catch (error) {
      ignoreGone(error)
      return { state: 'ended', reason: 'its container is gone' }
    }
  }

  return {
    addresses: () => addressesOf(address),
    create: one => within(3 * answerMs, create(one)),
    look: id => within(answerMs, look(id)),

    async remove(id, graceMs) {
      const container = docker.getContainer(nameOf(id))
      if (graceMs > 0)
        await within(
          graceMs + answerMs,
          container.stop({ t: Math.ceil(graceMs / 1000) }).catch(ignoreSettled),
        )
      await within(answerMs, removeNow(id))
    },

    removeHome: id => within(answerMs, docker.getVolume(homeOf(id)).remove().catch(ignoreGone)),

    async all() {
      const found = await within(answerMs, docker.listContainers({ all: true, filters }))
      const looks = found.map(async ({ Labels, State }) => {
        const id = Labels[labels.desktop] ?? ''
        // If the answer is the usual one, a second question is not needed.
        const isRunning = State === 'running'
        const there: ContainerState = { state: 'running', host: own, port: 0 }
        return [id, isRunning ? there : await look(id)] as const
      })
      return new Map<string, ContainerState>(await Promise.all(looks))
    },

    async homes() {
      const { Volumes } = await within(answerMs, docker.listVolumes({ filters }))
      return (Volumes ?? []).map(({ Labels }) => Labels?.[labels.desktop] ?? '')
    },
  }
}
