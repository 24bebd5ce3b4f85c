import { challengeKey } from '../event/challenge-key.ts'
import type { EnvironmentActor } from './environment-actor.ts'

/** The environments that this replica runs. */
export interface LocalEnvironments {
  add(participantId: string, environment: EnvironmentActor): void
  /** Removes it from this list. The environment continues. */
  remove(id: string): void
  find(
    participantId: string,
    challenge: { categorySlug: string; slug: string },
  ): EnvironmentActor | undefined
  byId(id: string): EnvironmentActor | undefined
  of(participantId: string): EnvironmentActor[]
  all(): EnvironmentActor[]
}

export function createLocalEnvironments(): LocalEnvironments {
  const owners = new Map<string, string>()
  const byId = new Map<string, EnvironmentActor>()
  /** By account, then by `challengeKey`. */
  const byAccount = new Map<string, Map<string, EnvironmentActor>>()

  return {
    add(participantId, environment) {
      const { id, challenge } = environment
      const ofAccount = byAccount.get(participantId) ?? new Map<string, EnvironmentActor>()
      byAccount.set(participantId, ofAccount.set(challenge, environment))
      byId.set(id, environment)
      owners.set(id, participantId)
    },
    remove(id) {
      const environment = byId.get(id)
      const participantId = owners.get(id)
      if (!environment || participantId === undefined) return
      byId.delete(id)
      owners.delete(id)
      const ofAccount = byAccount.get(participantId)
      const { challenge } = environment
      // The account may have started the same challenge again.
      if (ofAccount?.get(challenge) === environment) ofAccount.delete(challenge)
      if (ofAccount?.size === 0) byAccount.delete(participantId)
    },
    find: (participantId, challenge) => byAccount.get(participantId)?.get(challengeKey(challenge)),
    byId: id => byId.get(id),
    of: participantId => [...(byAccount.get(participantId)?.values() ?? [])],
    all: () => [...byId.values()],
  }
}
