import type { accounts, awards, hintsTaken, solves } from '../database/schema.ts'
import { rowKey } from '../event/challenge-key.ts'
import type { ChallengeDefinition, RowName } from '../event/model.ts'

export interface SolvedFlag {
  id: string
  /** Milliseconds since the epoch. */
  at: number
  /** False after the event's end: the flag gives no points. */
  counts: boolean
  /** Who submitted it. */
  userId: string
}

/** An account's solves of a challenge, in the order in which they came. */
export type Solved = readonly SolvedFlag[] | undefined

/**
 * An account in a score group, with its solved flags by `rowKey`. There may be a million flags, so they
 * are short lists.
 */
export interface Solver {
  id: string
  displayName: string
  group: string
  /** It plays without being on a board. */
  isHidden: boolean
  challenges: Map<string, readonly SolvedFlag[]>
  /** By `hintKey`. */
  hints: Map<string, { at: number; cost: number }>
  /** What organisers gave or took, by its id. */
  awards: Map<string, { at: number; points: number }>
}

export type NewSolve = Pick<
  typeof solves.$inferSelect,
  'accountId' | 'category' | 'slug' | 'flagId' | 'userId' | 'solvedAt' | 'counts'
>

export type TakenHint = Pick<
  typeof hintsTaken.$inferSelect,
  'accountId' | 'category' | 'slug' | 'hintId' | 'cost' | 'takenAt'
>

export type Award = Pick<typeof awards.$inferSelect, 'id' | 'accountId' | 'points' | 'madeAt'>

export const hintKey = (challenge: RowName, hintId: string) => `${rowKey(challenge)}/${hintId}`

type Row = typeof accounts.$inferSelect
type Named = Pick<Row, 'id' | 'displayName'> & Partial<Pick<Row, 'hiddenAt'>>

export function createSolver({ id, displayName, hiddenAt = null }: Named, group: string): Solver {
  const nothing = { challenges: new Map(), hints: new Map(), awards: new Map() }
  return { id, displayName, group, isHidden: hiddenAt !== null, ...nothing }
}

const texts = new Map<string, string>()

/** Keeps a text of many rows once, because each row of the database brings its own copy. */
function shared(text: string): string {
  const known = texts.get(text)
  if (known === undefined) texts.set(text, text)
  return known ?? text
}

export const flagOf = (solved: Solved, id: string): SolvedFlag | undefined =>
  solved?.find(flag => flag.id === id)

/** @returns false if the account already had it, so that nothing has changed */
export function addSolve(
  solver: Solver,
  { category, slug, flagId, solvedAt, counts, userId }: NewSolve,
): boolean {
  const key = shared(rowKey({ category, slug }))
  const before = solver.challenges.get(key)
  if (flagOf(before, flagId)) return false
  const by = userId === solver.id ? solver.id : shared(userId)
  const flag = { id: shared(flagId), at: solvedAt.getTime(), counts, userId: by }
  solver.challenges.set(key, before ? [...before, flag] : [flag])
  return true
}

/** @returns false if the account already had it, so that nothing has changed */
export function addHint(
  solver: Solver,
  { category, slug, hintId, takenAt, cost }: TakenHint,
): boolean {
  const key = hintKey({ category, slug }, hintId)
  if (solver.hints.has(key)) return false
  solver.hints.set(key, { at: takenAt.getTime(), cost })
  return true
}

/** @returns false if the account already had it, so that nothing has changed */
export function addAward({ awards }: Solver, { id, points, madeAt }: Award): boolean {
  if (awards.has(id)) return false
  awards.set(id, { at: madeAt.getTime(), points })
  return true
}

export function isComplete(solver: Solver, challenge: ChallengeDefinition) {
  const solved = solver.challenges.get(rowKey(challenge.rowName))
  return challenge.flags.every(({ id }) => flagOf(solved, id))
}

/** The costs of the hints that were taken before `until`. */
export function hintCosts({ hints }: Solver, until = Number.POSITIVE_INFINITY): number {
  let sum = 0
  for (const { at, cost } of hints.values()) if (at < until) sum += cost
  return sum
}

/** What organisers gave before `until`, less what they took. */
export function awardedPoints({ awards }: Solver, until = Number.POSITIVE_INFINITY): number {
  let sum = 0
  for (const { at, points } of awards.values()) if (at < until) sum += points
  return sum
}

/**
 * When the account solved the last of a challenge's flags, in milliseconds since the epoch. Null if a flag is
 * not solved, does not count, or was solved at `until` or later.
 */
export function completedAt(
  solved: Solved,
  challenge: ChallengeDefinition,
  until = Number.POSITIVE_INFINITY,
): number | null {
  let last = 0
  for (const { id } of challenge.flags) {
    const flag = flagOf(solved, id)
    if (!flag?.counts || flag.at >= until) return null
    last = Math.max(last, flag.at)
  }
  return last
}

/** Whether both have the same name, group, flags, hints and awards. */
export const isSameSolver = (one: Solver, other: Solver): boolean =>
  one.displayName === other.displayName &&
  one.group === other.group &&
  one.isHidden === other.isHidden &&
  hasSame(one.awards, other.awards, (a, b) => a.at === b.at && a.points === b.points) &&
  hasSame(one.hints, other.hints, (a, b) => a.at === b.at && a.cost === b.cost) &&
  hasSame(one.challenges, other.challenges, hasSameFlags)

function hasSame<T>(
  one: ReadonlyMap<string, T>,
  other: ReadonlyMap<string, T>,
  isSame: (a: T, b: T) => boolean,
): boolean {
  if (one.size !== other.size) return false
  for (const [key, value] of one) {
    const found = other.get(key)
    if (found === undefined || !isSame(value, found)) return false
  }
  return true
}

const hasSameFlags = (one: readonly SolvedFlag[], other: readonly SolvedFlag[]) =>
  one.length === other.length &&
  one.every(flag => {
    const found = flagOf(other, flag.id)
    return found?.at === flag.at && found.counts === flag.counts && found.userId === flag.userId
  })

/** How many flags an account has solved. */
export function flagsOf({ challenges }: Solver): number {
  let sum = 0
  for (const flags of challenges.values()) sum += flags.length
  return sum
}
