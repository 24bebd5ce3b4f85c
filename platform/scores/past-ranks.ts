import { setImmediate } from 'node:timers/promises'
import type { ChallengeDefinition } from '../event/model.ts'
import { type Board, boardInParts, computeBoard } from './board.ts'
import type { Solver } from './solver.ts'

/** By the account's id. */
export type Ranks = ReadonlyMap<string, number> | null

interface Played {
  solvers: readonly Solver[]
  challenges: readonly ChallengeDefinition[]
}

export interface PastRanks {
  /**
   * The ranks of accounts that had solved something by then. For a large group, it returns the earlier ranks until the
   * new ones are ready: making them takes hundreds of milliseconds, and other work runs meanwhile.
   *
   * @param time milliseconds since the epoch
   */
  at(group: string, time: number, played: () => Played): Ranks
  clear(): void
}

/** Accounts whose ranks are made at once. */
const accountsAtOnce = 5000

export function createPastRanks(): PastRanks {
  let known = new Map<string, { time: number; ranks: Ranks }>()
  let making = new Set<string>()

  const makeInParts = async (group: string, time: number, { solvers, challenges }: Played) => {
    const [ranks, own] = [known, making]
    const parts = boardInParts(solvers, challenges, time)
    for (;;) {
      const { done, value } = parts.next()
      if (done) {
        ranks.set(group, { time, ranks: ranksOf(value) })
        own.delete(group)
        return
      }
      await setImmediate()
    }
  }
  return {
    at(group, time, played) {
      const last = known.get(group)
      if (last?.time === time) return last.ranks
      const source = played()
      if (last && source.solvers.length > accountsAtOnce) {
        if (!making.has(group)) {
          making.add(group)
          void makeInParts(group, time, source)
        }
        return last.ranks
      }
      const ranks = ranksOf(computeBoard(source.solvers, source.challenges, time))
      known.set(group, { time, ranks })
      return ranks
    },
    clear() {
      // The ranks that are being made are of the event before.
      known = new Map()
      making = new Set()
    },
  }
}

function ranksOf({ entries }: Board): Ranks {
  const solved = entries.filter(({ flags }) => flags > 0)
  return new Map(solved.map(({ accountId, rank }) => [accountId, rank ?? 0]))
}
