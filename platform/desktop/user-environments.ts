import type { Endpoint } from '../../src/api/contract.ts'
import type { EnvironmentsApi } from '../api/ports.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { LiveEvent } from '../live-event.ts'
import type { AccountOf } from './account-of.ts'
import type { Target } from './network/carry.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'

interface UserEnvironmentsOptions {
  accountOf: AccountOf
  event: LiveEvent
  environments: Pick<EnvironmentsApi, 'running'> & {
    /** A desktop finds no host names of environments, but the ports that were opened. */
    opened(
      accountId: string,
      challenge: ChallengeDefinition,
    ): { endpoint: Endpoint; target: Target }[]
  }
}

/** Finds the ports of all environments of the account that a user plays for. */
export function createUserEnvironments(options: UserEnvironmentsOptions) {
  const { accountOf, event, environments } = options

  return async function portsOf(userId: string): Promise<ForwardedPort[]> {
    const account = await accountOf(userId)
    if (account === null) return []
    const running = await environments.running(account)
    return running
      .flatMap(({ categorySlug, challengeSlug }) => {
        const isIt = (one: { categorySlug: string; slug: string }) =>
          one.categorySlug === categorySlug && one.slug === challengeSlug
        const challenge = event.current.challenges.find(isIt)
        return challenge ? environments.opened(account, challenge) : []
      })
      .map(({ endpoint: { ip, port, protocol }, target }) => ({
        ...{ ip, port, target },
        transport: protocol === 'udp' ? 'udp' : 'tcp',
      }))
  }
}
