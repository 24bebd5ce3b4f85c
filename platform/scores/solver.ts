import type { participants, solves } from '../database/schema.ts'
import type { ChallengeDefinition } from '../event/model.ts'

export interface SolvedFlag {
  at: Date
  /** False after the event's end: no points. */
  counts: boolean
}

/** An account in a score group, with its solved flags: by `challengeKey`, then by the flag's id. */
export interface Solver {
  id: string
  displayName: string
  group: string
  challenges: Map<string, Map<string, SolvedFlag>>
}

export type NewSolve = Pick<
  typeof solves.$inferSelect,
  'participantId' | 'category' | 'slug' | 'flagId' | 'solvedAt' | 'counts'
>

/** The key of a challenge in maps. */
export const challengeKey = (challenge: Pick<ChallengeDefinition, 'categorySlug' | 'slug'>) =>
  `${challenge.categorySlug}/${challenge.slug}`

export function createSolver(
  { id, displayName }: typeof participants.$inferSelect,
  group: string,
): Solver {
  return { id, displayName, group, challenges: new Map() }
}

/** Adding the same solve twice changes nothing. */
export function addSolve(solver: Solver, { category, slug, flagId, solvedAt, counts }: NewSolve) {
  const key = challengeKey({ categorySlug: category, slug })
  const flags = solver.challenges.get(key) ?? new Map<string, SolvedFlag>()
  flags.set(flagId, { at: solvedAt, counts })
  solver.challenges.set(key, flags)
}

/** @param countingOnly leave out what was solved after the event's end */
export function isComplete(solver: Solver, challenge: ChallengeDefinition, countingOnly = false) {
  const flags = solver.challenges.get(challengeKey(challenge))
  if (!flags) return false
  return challenge.flags.every(({ id }) => {
    const flag = flags.get(id)
    return flag !== undefined && (flag.counts || !countingOnly)
  })
}
