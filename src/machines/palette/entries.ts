import type { AccountStats } from '../../api/contract.ts'
import type { Catalogue } from '../../domain/challenge.ts'
import { refOf } from '../../domain/challenge.ts'
import { canPlay, type Facts } from '../../domain/facts.ts'
import { overviewOf } from '../../domain/overview.ts'
import type { Path } from '../../domain/path.ts'
import { generalPages } from '../navigation/general.ts'
import { challengePath, type GeneralPage, pages } from '../navigation/pages.ts'

/** Somewhere to jump to. */
export interface PaletteEntry {
  readonly path: Path
  readonly name: string
  /** The category of a challenge; null for a page. */
  readonly category: string | null
  /** Null for a challenge. */
  readonly page: GeneralPage | null
  readonly isRunning: boolean
  readonly isCompleted: boolean
}

interface PaletteSource {
  readonly facts: Facts
  /** Undefined while nobody knows. */
  readonly catalogue: Catalogue | undefined
  readonly stats: AccountStats | undefined
}

/** All that the user may see: pages, then challenges, in the order of the sidebar. */
export function paletteEntries(
  { facts, catalogue, stats }: PaletteSource,
  titleOf: (page: GeneralPage) => string,
): PaletteEntry[] {
  const general = generalPages(facts).map(page => ({
    path: pages[page].path,
    name: titleOf(page),
    category: null,
    page,
    isRunning: false,
    isCompleted: false,
  }))
  if (!catalogue || !canPlay(facts)) return general
  const challenges = overviewOf(catalogue, stats, facts).flatMap(group =>
    group.challenges.map(({ challenge, isRunning, isCompleted }) => ({
      path: challengePath(refOf(challenge)),
      name: challenge.name,
      category: group.category.name,
      page: null,
      isRunning,
      isCompleted,
    })),
  )
  return [...general, ...challenges]
}

/**
 * The entries whose name or category contains every word of the query. Entries whose name begins with it
 * come first, then those whose name contains it.
 */
export function findEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const wanted = query.trim().toLocaleLowerCase()
  const words = wanted.split(/\s+/)
  const rank = ({ name }: PaletteEntry) => {
    const at = name.toLocaleLowerCase().indexOf(wanted)
    return at < 0 ? 2 : Math.min(at, 1)
  }
  return entries
    .filter(({ name, category }) => {
      const text = `${name} ${category ?? ''}`.toLocaleLowerCase()
      return words.every(word => text.includes(word))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

/** The entry at `marked`, else the first one. */
export const markedEntry = (found: readonly PaletteEntry[], marked: Path | null) =>
  found.find(({ path }) => path === marked) ?? found[0]

export type Move = 'previous' | 'next' | 'first' | 'last'

/** The entry after a move from the marked one; wraps around. Undefined if nothing is found. */
export function moveFrom(
  found: readonly PaletteEntry[],
  marked: Path | null,
  move: Move,
): Path | undefined {
  const at = Math.max(
    0,
    found.findIndex(({ path }) => path === marked),
  )
  const to = { previous: at - 1, next: (at + 1) % found.length, first: 0, last: -1 }[move]
  return found.at(to)?.path
}
