import type { Endpoint } from '../../src/api/contract.ts'
import type { EnvironmentsApi } from '../api/part-interfaces.ts'
import type { CurrentEvent } from '../current-event.ts'
import { findByRef } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { AccountOf } from './account-of.ts'
import type { Target } from './network/carry.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'

interface UserEnvironmentsOptions {
  accountOf: AccountOf
  event: CurrentEvent
  environments: Pick<EnvironmentsApi, 'running' | 'get'> & {
    opened(
      accountId: string,
      challenge: ChallengeDefinition,
    ): { endpoint: Endpoint; target: Target }[]
  }
  /** Which hosts are names of environments, and where requests to them go; null: environments have none. */
  named: { isName(host: string): boolean; target: Target } | null
}

/** Finds the ports of all environments of the account that a user plays for. */
export function createUserEnvironments(options: UserEnvironmentsOptions) {
  const { accountOf, event, environments, named } = options

  async function portsOfOne(account: string, challenge: ChallengeDefinition) {
    const opened = environments.opened(account, challenge)
    if (!named) return opened.map(toPort)
    const { exposedEndpoints } = await environments.get(account, challenge)
    const byName = exposedEndpoints
      .filter(({ ip }) => named.isName(ip))
      .map(endpoint => ({ ...toPort({ endpoint, target: named.target }), isNamed: true }))
    return [...opened.map(toPort), ...byName]
  }

  return async function portsOf(userId: string): Promise<ForwardedPort[]> {
    const account = await accountOf(userId)
    if (account === null) return []
    const running = await environments.running(account)
    const ports = await Promise.all(
      running.map(ref => {
        const challenge = findByRef(event.current, ref)
        return challenge ? portsOfOne(account, challenge) : []
      }),
    )
    return ports.flat()
  }
}

const toPort = ({ endpoint, target }: { endpoint: Endpoint; target: Target }): ForwardedPort => ({
  ip: endpoint.ip,
  port: endpoint.port,
  target,
  transport: endpoint.protocol === 'udp' ? 'udp' : 'tcp',
})
