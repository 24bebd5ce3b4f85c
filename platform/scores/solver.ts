import type { hintsTaken, participants, solves } from '../database/schema.ts'
import { challengeKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'

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

export const hintKey = (
  challenge: Pick<ChallengeDefinition, 'categorySlug' | 'slug'>,
  hintId: string,
) => `${challengeKey(challenge)}/${hintId}`

export function createSolver(
  { id, displayName }: typeof participants.$inferSelect,
  group: string,
): Solver {
  return { id, displayName, group, challenges: new Map(), hints: new Map() }
}

/** Adding the same solve twice changes nothing. */
export function addSolve(
  solver: Solver,
  { category, slug, flagId, solvedAt, counts, userId }: NewSolve,
) {
  const key = challengeKey({ categorySlug: category, slug })
  const flags = solver.challenges.get(key) ?? new Map<string, SolvedFlag>()
  flags.set(flagId, { at: solvedAt, counts, userId })
  solver.challenges.set(key, flags)
}

/** Adding the same hint twice changes nothing. */
export function addHint(solver: Solver, { category, slug, hintId, takenAt, cost }: TakenHint) {
  solver.hints.set(hintKey({ categorySlug: category, slug }, hintId), { at: takenAt, cost })
}

export function isComplete(solver: Solver, challenge: ChallengeDefinition) {
  const flags = solver.challenges.get(challengeKey(challenge))
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

/** How many flags an account has solved. This number never falls. */
export function flagsOf({ challenges }: Solver): number {
  let sum = 0
  for (const flags of challenges.values()) sum += flags.size
  return sum
}
