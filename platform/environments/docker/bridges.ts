import type Docker from 'dockerode'
import type { Log } from '../../log.ts'
import { isGone, labels } from './engine.ts'
import { allowOutgoing, forbidOutgoing, type Reach, rulesByHand } from './outgoing.ts'

/** The bridge networks that environments share: one without a way out, one with a way to the internet. */
export interface Bridges {
  /**
   * Makes the network if it is missing, and its rules if they are. To be called before each start, since a
   * reload of the firewall deletes rules.
   *
   * @returns the network's name
   */
  ready(reach: Reach): Promise<string>
  /** Removes those that no container uses, because an engine can have only about thirty. */
  close(): Promise<void>
}

interface BridgesOptions {
  docker: Docker
  platform: string
  log: Log
}

export function createBridges({ docker, platform, log }: BridgesOptions): Bridges {
  const problems = new Map<Reach, string | null>()
  const nameOf = (reach: Reach) =>
    reach === 'internet' ? `guidon-${platform}-internet` : `guidon-${platform}`
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that two starts do not make the same network. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }

  async function confine(bridge: string, reach: Reach): Promise<void> {
    const before = problems.get(reach) ?? null
    const problem = await forbidOutgoing(bridge, reach)
    problems.set(reach, problem)
    if (problem === null || problem === before) return
    log.warn(
      { reason: problem },
      'CONTAINERS REACH THIS HOST: a challenge that is broken into reaches whatever listens on ' +
        "the addresses of the engine's host, the platform included. On that host, as root: " +
        rulesByHand(bridge, reach),
    )
  }

  return {
    ready: reach =>
      inTurn(async () => {
        const name = nameOf(reach)
        await confine(await ensure(docker, name, platform, reach), reach)
        return name
      }),

    close: () =>
      inTurn(async () => {
        for (const reach of ['nothing', 'internet'] as const) {
          const network = docker.getNetwork(nameOf(reach))
          try {
            const bridge = await bridgeOf(network)
            await network.remove()
            await allowOutgoing(bridge, reach)
          } catch (error) {
            // 403: it is in use.
            if (!isGone(error) && (error as { statusCode?: number }).statusCode !== 403) throw error
          }
        }
      }),
  }
}

/** @returns the name of its interface on the engine's host */
async function ensure(docker: Docker, name: string, platform: string, reach: Reach) {
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
      'com.docker.network.bridge.enable_icc': 'false',
      'com.docker.network.bridge.enable_ip_masquerade': `${reach === 'internet'}`,
    },
  })
  return bridgeOf(network)
}

async function bridgeOf(network: Docker.Network): Promise<string> {
  const { Id } = await network.inspect()
  return `br-${Id.slice(0, 12)}`
}
