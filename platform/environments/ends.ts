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
export function createEnds(readAll: () => Promise<End[]>): Ends {
  const kept = new Map<string, NonNullable<Instance['ended']>>()
  /** For each read of the database that is under way: the ends that have come since it began. */
  const arrivals = new Set<End[]>()
  let reads = 0
  /** The number of the newest read whose rows are here. */
  let newest = 0
  const challengeOfAccount = (accountId: string, challenge: RowName) =>
    `${accountId} ${rowKey(challenge)}`

  const keep = (end: End) => {
    for (const arrived of arrivals) arrived.push(end)
    put(end)
  }
  const put = ({ accountId, category, slug, reason, at }: End) => {
    const key = challengeOfAccount(accountId, { category, slug })
    if (reason === null) kept.delete(key)
    else kept.set(key, { reason, at: new Date(at).toISOString() })
  }
  return {
    keep,
    find: (accountId, challenge) => kept.get(challengeOfAccount(accountId, challenge)),
    async load() {
      const read = ++reads
      const arrived: End[] = []
      arrivals.add(arrived)
      try {
        const rows = await readAll()
        // A newer read was answered first.
        if (read < newest) return
        newest = read
        kept.clear()
        for (const end of [...rows, ...arrived]) put(end)
      } finally {
        arrivals.delete(arrived)
      }
    },
  }
}
