import { eq } from 'drizzle-orm'
import type { Endpoint } from '../../src/api/contract.ts'
import type { EnvironmentsApi } from '../api/ports.ts'
import type { Bus } from '../bus.ts'
import type { Database } from '../database/database.ts'
import { teamMembers } from '../database/schema.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { LiveEvent } from '../live-event.ts'
import type { Target } from './network/carry.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'

interface UserEnvironmentsOptions {
  database: Pick<Database, 'db'>
  bus: Bus
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
  const { database, bus, event, environments } = options
  /** Kept in memory, because each desktop asks every second, and few users change their team. */
  const accounts = new Map<string, Promise<string | null>>()
  bus.on('user.changed', id => void accounts.delete(String(id)))
  bus.onLoss(() => accounts.clear())

  async function findAccount(userId: string): Promise<string | null> {
    const isMember = eq(teamMembers.userId, userId)
    const [row] = await database.db.select().from(teamMembers).where(isMember)
    return row?.teamId ?? null
  }

  function accountOf(userId: string): Promise<string | null> {
    if (!event.current.teamMode) return Promise.resolve(userId)
    const known = accounts.get(userId)
    if (known) return known
    const asked = findAccount(userId)
    accounts.set(userId, asked)
    asked.catch(() => accounts.get(userId) === asked && accounts.delete(userId))
    return asked
  }

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
