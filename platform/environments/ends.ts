import type { EndReason, Instance } from '../../src/api/contract.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { RowName } from '../event/model.ts'

/** An environment that is gone. */
export interface End extends RowName {
  accountId: string
  /** Null: somebody stopped it. */
  reason: EndReason | null
  /** Milliseconds since the epoch. */
  at: number
}

/** How the last environment of each account and challenge ended. */
export interface Ends {
  keep(end: End): void
  find(accountId: string, challenge: RowName): Instance['ended']
  /** Reads them all from the database. */
  load(): Promise<void>
}

/** Keeps the rows in memory, since every client polls. */
export function createEnds(stored: () => Promise<End[]>): Ends {
  const kept = new Map<string, NonNullable<Instance['ended']>>()
  /** Ends that come while the database is read: they are newer. Null: it is not being read. */
  let meanwhile: End[] | null = null
  const challengeOfAccount = (accountId: string, challenge: RowName) =>
    `${accountId} ${rowKey(challenge)}`

  const keep = (end: End) => {
    meanwhile?.push(end)
    store(end)
  }
  const store = ({ accountId, category, slug, reason, at }: End) => {
    const key = challengeOfAccount(accountId, { category, slug })
    if (reason === null) kept.delete(key)
    else kept.set(key, { reason, at: new Date(at).toISOString() })
  }
  return {
    keep,
    find: (accountId, challenge) => kept.get(challengeOfAccount(accountId, challenge)),
    async load() {
      const newer: End[] = []
      meanwhile = newer
      const rows = await stored()
      kept.clear()
      for (const end of [...rows, ...newer]) store(end)
      if (meanwhile === newer) meanwhile = null
    },
  }
}
