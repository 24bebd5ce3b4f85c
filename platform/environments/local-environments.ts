import type { EnvironmentActor } from './environment-actor.ts'

/** The environments that this replica runs. */
export interface LocalEnvironments {
  add(participantId: string, environment: EnvironmentActor): void
  /** Removes it from this list only; it is not stopped. */
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
  /** By account, then by challenge. */
  const byAccount = new Map<string, Map<string, EnvironmentActor>>()

  return {
    add(participantId, environment) {
      const { id, category, slug } = environment
      const ofAccount = byAccount.get(participantId) ?? new Map<string, EnvironmentActor>()
      byAccount.set(participantId, ofAccount.set(`${category}/${slug}`, environment))
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
      const challenge = `${environment.category}/${environment.slug}`
      // The account may have started the same challenge again.
      if (ofAccount?.get(challenge) === environment) ofAccount.delete(challenge)
      if (ofAccount?.size === 0) byAccount.delete(participantId)
    },
    find: (participantId, { categorySlug, slug }) =>
      byAccount.get(participantId)?.get(`${categorySlug}/${slug}`),
    byId: id => byId.get(id),
    of: participantId => [...(byAccount.get(participantId)?.values() ?? [])],
    all: () => [...byId.values()],
  }
}
