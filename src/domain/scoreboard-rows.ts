import type { AccountStats, ScoreboardEntry } from '../api/contract.ts'

/**
 * The rows that are shown: the entries in the order of the answer. If the answer lacks the user's own
 * account, it is added at its rank; without a rank, at the end. An entry serves as its row, because copying ten
 * thousand of them would keep a slow processor busy.
 */
export function scoreboardRows(
  entries: readonly ScoreboardEntry[],
  own: AccountStats | undefined,
): readonly ScoreboardEntry[] {
  // An account that does not exist yet has no id.
  if (!own?.accountId || entries.some(entry => entry.accountId === own.accountId)) return entries
  const { rank, points, numSolvedFlags } = own.score
  const entry: ScoreboardEntry = {
    accountId: own.accountId,
    displayName: own.accountDisplayName,
    flags: numSolvedFlags,
    points,
    rank,
  }
  const place =
    rank === null ? -1 : entries.findIndex(other => other.rank === null || other.rank > rank)
  return entries.toSpliced(place === -1 ? entries.length : place, 0, entry)
}

/** 1, 2 or 3 for the winners so far: those ranks with points above 0. */
export function medalOf({ rank, points }: ScoreboardEntry): 1 | 2 | 3 | null {
  return points > 0 && (rank === 1 || rank === 2 || rank === 3) ? rank : null
}

/** The rows whose name has `text` in it, in either case; all of them for an empty text. */
export function findRows(
  rows: readonly ScoreboardEntry[],
  text: string,
): readonly ScoreboardEntry[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (!wanted) return rows
  return rows.filter(row => row.displayName.toLocaleLowerCase().includes(wanted))
}
