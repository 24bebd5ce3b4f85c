import type { SolveTimes } from '../api/contract.ts'
import { byName } from './text/order-by-name.ts'
import { countByDay, type Day } from './time/days.ts'

export interface FlagHeat {
  /** Solves by day. */
  readonly counts: readonly number[]
}

export interface ChallengeHeat {
  readonly name: string
  readonly flags: readonly FlagHeat[]
}

export interface CategoryHeat {
  readonly name: string
  readonly challenges: readonly ChallengeHeat[]
}

export interface Heat {
  readonly categories: readonly CategoryHeat[]
  /** The most solves that one flag had on one day. */
  readonly largest: number
}

/** The heat map: categories and challenges by name, flags in their order, solves by day. */
export function heatOf({ categories }: SolveTimes, days: readonly Day[]): Heat {
  const sorted = categories.toSorted(byName).map(category => ({
    name: category.name,
    challenges: category.challengeSolves.toSorted(byName).map(challenge => ({
      name: challenge.name,
      flags: challenge.flagSolves.map(flag => ({ counts: countByDay(days, flag.solveTimes) })),
    })),
  }))
  let largest = 0
  for (const { challenges } of sorted)
    for (const { flags } of challenges)
      for (const { counts } of flags) largest = Math.max(largest, ...counts)
  return { categories: sorted, largest }
}

/** Shades of green that cells have; few, so that cells of one shade share their style. */
const HEAT_LEVELS = 8

/** From 1 to `HEAT_LEVELS` by the share of the largest day; undefined without solves. */
export function levelOf(count: number, largest: number): number | undefined {
  return count > 0 ? Math.ceil((count / largest) * HEAT_LEVELS) : undefined
}
