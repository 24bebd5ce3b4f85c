import type {
  AccountStats,
  Category,
  ChallengeListItem,
  ChallengeRef,
  Solved,
} from '../api/contract.ts'
import { type Catalogue, challengeKey, challengeNameIn, missingFor, refOf } from './challenge.ts'
import { hasExtension } from './extensions.ts'
import type { Facts } from './facts.ts'
import { byName } from './text/order-by-name.ts'

/** How far the account is with a challenge. `inProgress`: its environment runs, and no flag is solved. */
export type Progress =
  | { readonly is: 'notStarted' | 'inProgress' | 'solved' }
  | { readonly is: 'someFlags'; readonly solved: number; readonly total: number }

export interface NamedChallenge extends ChallengeRef {
  readonly name: string
}

/** What home, sidebar and palette show of a challenge. */
export interface OverviewChallenge {
  readonly challenge: Pick<ChallengeListItem, 'categorySlug' | 'slug' | 'name' | 'difficulty'>
  readonly progress: Progress
  readonly isRunning: boolean
  readonly isCompleted: boolean
  /** The challenges that must be solved first; empty if it is unlocked. */
  readonly needs: readonly NamedChallenge[]
  /** What it is worth now; null after the event, or if the backend does not say. */
  readonly points: number | null
  /** How many accounts solved it; null if the backend does not say. */
  readonly solves: number | null
  readonly firstBlood: (Solved & { readonly isOwn: boolean }) | null
  readonly tags: readonly string[]
}

export interface OverviewGroup {
  readonly category: Category
  readonly challenges: readonly OverviewChallenge[]
  readonly completed: number
  readonly total: number
}

type Stats = Pick<
  AccountStats,
  'accountId' | 'runningChallenges' | 'completedChallenges' | 'challenges'
>

/** All challenges by category, both sorted by order, then by name. */
export function overviewOf(
  catalogue: Catalogue,
  stats: Stats | undefined,
  facts: Pick<Facts, 'phase' | 'extensions'>,
): readonly OverviewGroup[] {
  const read = challengeReader(catalogue, stats, facts)
  const sorted = catalogue.challenges.toSorted(byOrderThenName)
  return catalogue.categories.toSorted(byOrderThenName).map(category => {
    const challenges = sorted.filter(one => one.categorySlug === category.slug).map(read)
    const completed = challenges.filter(one => one.isCompleted).length
    return { category, challenges, completed, total: challenges.length }
  })
}

const byOrderThenName = <T extends { order: number; name: string }>(a: T, b: T) =>
  a.order - b.order || byName(a, b)

const keysOf = (challenges: readonly ChallengeRef[] = []) => new Set(challenges.map(challengeKey))

function challengeReader(
  catalogue: Catalogue,
  stats: Stats | undefined,
  { phase, extensions }: Pick<Facts, 'phase' | 'extensions'>,
) {
  const running = keysOf(stats?.runningChallenges.running)
  const completed = keysOf(stats?.completedChallenges)
  const flags = new Map(stats?.challenges?.map(one => [challengeKey(refOf(one)), one]))
  const hasMore = hasExtension({ extensions }, 'challenges')

  return (challenge: ChallengeListItem): OverviewChallenge => {
    const key = challengeKey(refOf(challenge))
    const isRunning = running.has(key)
    const isCompleted = completed.has(key)
    const plain = { challenge, isRunning, isCompleted, ...nothingMore }
    if (!hasMore) return { ...plain, progress: progressOf(isCompleted, isRunning) }
    const { points, solves, firstBlood, tags } = challenge
    const needs = isCompleted ? [] : missingFor(challenge, stats?.completedChallenges)
    return {
      ...plain,
      progress: progressOf(isCompleted, isRunning, flags.get(key)),
      needs: needs.map(one => ({ ...one, name: challengeNameIn(catalogue, one) })),
      points: phase === 'running' ? (points ?? null) : null,
      solves: solves ?? null,
      firstBlood: firstBlood
        ? { ...firstBlood, isOwn: firstBlood.accountId === stats?.accountId }
        : null,
      tags: tags ?? [],
    }
  }
}

const nothingMore = { needs: [], points: null, solves: null, firstBlood: null, tags: [] }

function progressOf(
  isCompleted: boolean,
  isRunning: boolean,
  flags?: { readonly solvedFlags: number; readonly totalFlags: number },
): Progress {
  if (isCompleted) return { is: 'solved' }
  if (flags && flags.solvedFlags > 0)
    return { is: 'someFlags', solved: flags.solvedFlags, total: flags.totalFlags }
  return { is: isRunning ? 'inProgress' : 'notStarted' }
}
