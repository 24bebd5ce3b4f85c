import type { accounts, hintsTaken, solves } from '../database/schema.ts'
import { challengeKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition, RowName } from '../event/model.ts'

export interface SolvedFlag {
  at: Date
  /** False after the event's end: the flag gives no points. */
  counts: boolean
  /** Who submitted it. */
  userId: string
}

/** An account in a score group, with its solved flags: by `challengeKey`, then by the flag's id. */
export interface Solver {
  id: string
  displayName: string
  group: string
  challenges: Map<string, Map<string, SolvedFlag>>
  /** By `hintKey`. */
  hints: Map<string, { at: Date; cost: number }>
}

export type NewSolve = Pick<
  typeof solves.$inferSelect,
  'accountId' | 'category' | 'slug' | 'flagId' | 'userId' | 'solvedAt' | 'counts'
>

export type TakenHint = Pick<
  typeof hintsTaken.$inferSelect,
  'accountId' | 'category' | 'slug' | 'hintId' | 'cost' | 'takenAt'
>

export const hintKey = (challenge: RowName, hintId: string) =>
  `${challengeKey(challenge)}/${hintId}`

export function createSolver(
  { id, displayName }: Pick<typeof accounts.$inferSelect, 'id' | 'displayName'>,
  group: string,
): Solver {
  return { id, displayName, group, challenges: new Map(), hints: new Map() }
}

/** @returns false if the account already had it, so that nothing has changed */
export function addSolve(
  solver: Solver,
  { category, slug, flagId, solvedAt, counts, userId }: NewSolve,
): boolean {
  const key = challengeKey({ category, slug })
  const flags = solver.challenges.get(key) ?? new Map<string, SolvedFlag>()
  if (flags.has(flagId)) return false
  flags.set(flagId, { at: solvedAt, counts, userId })
  solver.challenges.set(key, flags)
  return true
}

/** @returns false if the account already had it, so that nothing has changed */
export function addHint(
  solver: Solver,
  { category, slug, hintId, takenAt, cost }: TakenHint,
): boolean {
  const key = hintKey({ category, slug }, hintId)
  if (solver.hints.has(key)) return false
  solver.hints.set(key, { at: takenAt, cost })
  return true
}

export function isComplete(solver: Solver, challenge: ChallengeDefinition) {
  const flags = solver.challenges.get(challengeKey(challenge.rowName))
  return flags !== undefined && challenge.flags.every(({ id }) => flags.has(id))
}

/** The costs of the hints that were taken before `until`. */
export function hintCosts({ hints }: Solver, until = Number.POSITIVE_INFINITY): number {
  let sum = 0
  for (const { at, cost } of hints.values()) if (at.getTime() < until) sum += cost
  return sum
}

/**
 * When the account solved the last of a challenge's flags, in milliseconds since the epoch. Null if a flag is
 * not solved, does not count, or was solved after `until`.
 */
export function completedAt(
  solved: ReadonlyMap<string, SolvedFlag> | undefined,
  challenge: ChallengeDefinition,
  until = Number.POSITIVE_INFINITY,
): number | null {
  let last = 0
  for (const { id } of challenge.flags) {
    const flag = solved?.get(id)
    const at = flag?.counts ? flag.at.getTime() : Number.POSITIVE_INFINITY
    if (at >= until || at === Number.POSITIVE_INFINITY) return null
    last = Math.max(last, at)
  }
  return last
}

/** How many flags an account has solved. */
export function flagsOf({ challenges }: Solver): number {
  let sum = 0
  for (const flags of challenges.values()) sum += flags.size
  return sum
}
