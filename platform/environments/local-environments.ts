import type { Holding } from './environment-actor.ts'

/** What this replica holds for accounts. */
export interface Held {
  add(participantId: string, holding: Holding): void
  /** Forgets it; whatever runs of it is left alone. */
  remove(id: string): void
  find(
    participantId: string,
    challenge: { categorySlug: string; slug: string },
  ): Holding | undefined
  byId(id: string): Holding | undefined
  of(participantId: string): Holding[]
  all(): Holding[]
}

export function createHeld(): Held {
  const owners = new Map<string, string>()
  const byId = new Map<string, Holding>()
  /** By account, then by challenge. */
  const ofAccounts = new Map<string, Map<string, Holding>>()

  return {
    add(participantId, holding) {
      const { id, category, slug } = holding
      const ofAccount = ofAccounts.get(participantId) ?? new Map<string, Holding>()
      ofAccounts.set(participantId, ofAccount.set(`${category}/${slug}`, holding))
      byId.set(id, holding)
      owners.set(id, participantId)
    },
    remove(id) {
      const holding = byId.get(id)
      const participantId = owners.get(id)
      if (!holding || participantId === undefined) return
      byId.delete(id)
      owners.delete(id)
      const ofAccount = ofAccounts.get(participantId)
      const key = `${holding.category}/${holding.slug}`
      // The account may hold another of this challenge by now.
      if (ofAccount?.get(key) === holding) ofAccount.delete(key)
      if (ofAccount?.size === 0) ofAccounts.delete(participantId)
    },
    find: (participantId, { categorySlug, slug }) =>
      ofAccounts.get(participantId)?.get(`${categorySlug}/${slug}`),
    byId: id => byId.get(id),
    of: participantId => [...(ofAccounts.get(participantId)?.values() ?? [])],
    all: () => [...byId.values()],
  }
}
