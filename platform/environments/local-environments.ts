import { rowKey } from '../event/challenge-key.ts'
import type { RowName } from '../event/model.ts'
import type { EnvironmentActor } from './environment-actor.ts'

/** The environments that this replica runs. */
export interface LocalEnvironments {
  add(accountId: string, environment: EnvironmentActor): void
  /** Removes an environment from this list. It continues to run. */
  remove(id: string): void
  find(accountId: string, challenge: RowName): EnvironmentActor | undefined
  byId(id: string): EnvironmentActor | undefined
  of(accountId: string): EnvironmentActor[]
  all(): EnvironmentActor[]
}

export function createLocalEnvironments(): LocalEnvironments {
  const owners = new Map<string, string>()
  const byId = new Map<string, EnvironmentActor>()
  /** By account, then by `rowKey`. */
  const byAccount = new Map<string, Map<string, EnvironmentActor>>()

  return {
    add(accountId, environment) {
      const { id, challenge } = environment
      const ofAccount = byAccount.get(accountId) ?? new Map<string, EnvironmentActor>()
      byAccount.set(accountId, ofAccount.set(challenge, environment))
      byId.set(id, environment)
      owners.set(id, accountId)
    },
    remove(id) {
      const environment = byId.get(id)
      const accountId = owners.get(id)
      if (!environment || accountId === undefined) return
      byId.delete(id)
      owners.delete(id)
      const ofAccount = byAccount.get(accountId)
      const { challenge } = environment
      // The account may have started the same challenge again.
      if (ofAccount?.get(challenge) === environment) ofAccount.delete(challenge)
      if (ofAccount?.size === 0) byAccount.delete(accountId)
    },
    find: (accountId, challenge) => byAccount.get(accountId)?.get(rowKey(challenge)),
    byId: id => byId.get(id),
    of: accountId => [...(byAccount.get(accountId)?.values() ?? [])],
    all: () => [...byId.values()],
  }
}
