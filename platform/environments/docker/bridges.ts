import { hash, randomBytes, randomInt } from 'node:crypto'
import type Docker from 'dockerode'
import { isGone } from '../../engine/client.ts'
import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import { labels } from './engine.ts'
import {
  allowOutgoing,
  type Confined,
  forbidOutgoing,
  type Reach,
  rulesByHand,
} from './outgoing.ts'

/**
 * The bridge networks of environments. Those of one container share two: one without a way out, one with a way
 * to the internet. Those of several containers have one each.
 */
export interface Bridges {
  /**
   * Makes the network if it is missing, and its rules if they are. To be called before each start, since a
   * reload of the firewall deletes rules.
   *
   * @returns the network's name
   */
  ready(reach: Reach): Promise<string>
  /** Makes the network of one environment. @returns its name */
  create(id: string, reach: Reach): Promise<string>
  /** Removes the network of one environment. Unknown ids are ignored. */
  remove(id: string): Promise<void>
  /** Removes those that no container uses, because an engine can have only about thirty. */
  close(): Promise<void>
}

interface BridgesOptions {
  docker: Docker
  platform: string
  log: Log
}

export function createBridges({ docker, platform, log }: BridgesOptions): Bridges {
  const problems = new Map<string, string | null>()
  const nameOf = (reach: Reach) =>
    reach === 'internet' ? `guidon-${platform}-internet` : `guidon-${platform}`
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that two starts do not make the same network. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }

  const ownName = (id: string) => `guidon-${platform}-${id}`
  const digest = hash('sha256', platform, 'hex')
  const mark = digest.slice(0, 4)
  /**
   * A network that is made again gets the same interface, so rules that were set by hand still apply. A name of an
   * interface has at most 15 characters.
   */
  const sharedBridge = (reach: Reach) => `g${reach === 'internet' ? 'w' : 'n'}${digest.slice(0, 8)}`
  const beginningOf = (reach: Reach) => `g${reach === 'internet' ? 'i' : 'c'}${mark}-`
  /** The rules for the networks of all environments that have one each. */
  const ownOnes = (reach: Reach) => ({ interfaces: `${beginningOf(reach)}+`, reach, within: pool })

  async function confine(bridge: string, confined: Confined): Promise<void> {
    const before = problems.get(confined.interfaces) ?? null
    const problem = await forbidOutgoing(bridge, confined)
    problems.set(confined.interfaces, problem)
    if (problem === null || problem === before) return
    log.warn(
      { reason: problem },
      'CONTAINERS REACH THIS HOST: a challenge that is broken into reaches whatever listens on ' +
        "the addresses of the engine's host, the platform included. On that host, as root: " +
        rulesByHand(confined),
    )
  }

  /** One that cannot be removed is logged, so that the other one is removed all the same. */
  async function removeShared(reach: Reach): Promise<void> {
    const network = docker.getNetwork(nameOf(reach))
    try {
      const bridge = await bridgeOf(network)
      await network.remove()
      await allowOutgoing({ interfaces: bridge, reach })
    } catch (error) {
      const isInUse = (error as { statusCode?: number }).statusCode === 403
      if (!isGone(error) && !isInUse)
        log.warn({ network: nameOf(reach), err: error }, 'a network could not be removed')
    }
  }

  return {
    ready: reach =>
      inTurn(async () => {
        const name = nameOf(reach)
        const bridge = await ensure(docker, { name, bridge: sharedBridge(reach), platform, reach })
        await confine(bridge, { interfaces: bridge, reach })
        return name
      }),

    create: (id, reach) =>
      inTurn(async () => {
        const bridge = `${beginningOf(reach)}${randomBytes(3).toString('hex')}`
        for (let attempt = 1; ; attempt++) {
          try {
            await docker.createNetwork({
              Name: ownName(id),
              Driver: 'bridge',
              EnableIPv6: false,
              IPAM: { Config: [{ Subnet: randomSubnet() }] },
              Labels: { [labels.platform]: platform, [labels.environment]: id },
              Options: {
                'com.docker.network.bridge.name': bridge,
                'com.docker.network.bridge.enable_ip_masquerade': `${reach === 'internet'}`,
              },
            })
            break
          } catch (error) {
            const isTaken = /overlap/i.test(messageOf(error))
            if (!isTaken || attempt === maxAttempts) throw error
          }
        }
        await confine(bridge, ownOnes(reach))
        return ownName(id)
      }),

    async remove(id) {
      await docker
        .getNetwork(ownName(id))
        .remove()
        .catch(error => {
          if (!isGone(error)) throw error
        })
    },

    close: () =>
      inTurn(async () => {
        for (const reach of ['nothing', 'internet'] as const) await removeShared(reach)
        const filters = { label: [`${labels.platform}=${platform}`, labels.environment] }
        const left = await docker.listNetworks({ filters })
        if (left.length > 0) return
        for (const reach of ['nothing', 'internet'] as const) await allowOutgoing(ownOnes(reach))
      }),
  }
}

/** The engine's own networks are so large that it has about thirty. This one has 2048 small ones. */
const pool = '198.19.0.0/16'
const maxAttempts = 50

const randomSubnet = () => `198.19.${randomInt(256)}.${randomInt(8) * 32}/27`

interface SharedNetwork {
  name: string
  /** Its interface on the engine's host. */
  bridge: string
  platform: string
  reach: Reach
}

/** @returns the name of its interface on the engine's host */
async function ensure(docker: Docker, { name, bridge, platform, reach }: SharedNetwork) {
  const network = docker.getNetwork(name)
  try {
    return await bridgeOf(network)
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await docker.createNetwork({
    Name: name,
    Driver: 'bridge',
    EnableIPv6: false,
    Labels: { [labels.platform]: platform },
    Options: {
      'com.docker.network.bridge.name': bridge,
      'com.docker.network.bridge.enable_icc': 'false',
      'com.docker.network.bridge.enable_ip_masquerade': `${reach === 'internet'}`,
    },
  })
  return bridgeOf(network)
}

/** An older version let the engine choose a name. */
export async function bridgeOf(network: Docker.Network): Promise<string> {
  const { Id, Options } = await network.inspect()
  return Options?.['com.docker.network.bridge.name'] ?? `br-${Id.slice(0, 12)}`
}
