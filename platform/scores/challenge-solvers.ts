import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import { type Completion, isBefore } from './board.ts'
import type { Row } from './row.ts'
import { completedAt, type Solver } from './solver.ts'

/** The accounts of one score group with flags of one challenge. */
export interface ChallengeSolvers {
  readonly key: string
  readonly challenge: ChallengeDefinition
  /** Who completed it, earliest first. */
  readonly done: readonly Row[]
  /** The accounts that have a part of it, or flags that do not count. */
  readonly partly: ReadonlySet<Row>
  first(): Completion | null
  /** Who completed it, earliest first; the same object until that changes. */
  completions(): readonly Completion[]
  /** The accounts with at least one flag of it; the same object until that changes. */
  solvers(): readonly Solver[]
  /**
   * To be called after the flags of an account have changed, or before the account is removed.
   *
   * @param stays false if it is removed
   */
  update(row: Row, stays: boolean): void
}

interface ChallengeSolversOptions {
  challenge: ChallengeDefinition
  /** The accounts with at least one flag of it. */
  rows: readonly Row[]
  /** Milliseconds since the epoch: leaves out flags of this time or later. */
  until: number
}

export function createChallengeSolvers(options: ChallengeSolversOptions): ChallengeSolvers {
  const { challenge, rows, until } = options
  const key = rowKey(challenge.rowName)
  const doneAt = ({ solver }: Row) => completedAt(solver.challenges.get(key), challenge, until)
  const completionOf = (row: Row): Completion => ({
    accountId: row.solver.id,
    displayName: row.solver.displayName,
    at: doneAt(row) ?? 0,
  })

  const partly = new Set<Row>()
  const completed: { row: Row; at: number; accountId: string }[] = []
  for (const row of rows) {
    const at = doneAt(row)
    if (at === null) partly.add(row)
    else completed.push({ row, at, accountId: row.solver.id })
  }
  const done = completed
    .sort((a, b) => a.at - b.at || (isBefore(a, b) ? -1 : 1))
    .map(({ row }) => row)
  let completions: readonly Completion[] | null = null
  let solvers: readonly Solver[] | null = null

  /** The row's index among those who completed the challenge, or where it belongs. */
  const indexOf = (row: Row) => {
    const own = completionOf(row)
    let [low, high] = [0, done.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(completionOf(done[middle] as Row), own)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    key,
    challenge,
    done,
    partly,
    first: () => (done[0] ? completionOf(done[0]) : null),
    completions() {
      completions ??= done.map(completionOf)
      return completions
    },
    solvers() {
      solvers ??= [...done, ...partly].map(row => row.solver)
      return solvers
    },
    update(row, stays) {
      completions = null
      solvers = null
      partly.delete(row)
      if (doneAt(row) === null) {
        if (stays) partly.add(row)
        return
      }
      const index = indexOf(row)
      const isThere = done[index] === row
      if (stays && !isThere) done.splice(index, 0, row)
      if (!stays && isThere) done.splice(index, 1)
    },
  }
}
