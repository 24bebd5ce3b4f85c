import type { ScoreboardEntry } from '../../src/api/contract.ts'

/**
 * A board in the form that CTFtime reads, without accounts that solved nothing and were given nothing. Times are in seconds since
 * the epoch.
 *
 * @see https://ctftime.org/json-scoreboard-feed
 */
export const ctftimeStandings = (entries: readonly ScoreboardEntry[]) =>
  entries
    .filter(({ flags, points }) => flags > 0 || points > 0)
    .map(({ rank, displayName, points, lastSolve }) => ({
      pos: rank,
      team: displayName,
      score: points,
      ...(lastSolve && { lastAccept: Math.floor(Date.parse(lastSolve) / 1000) }),
    }))
