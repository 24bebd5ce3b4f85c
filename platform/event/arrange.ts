import type { ReadChallenge } from './challenge-file.ts'
import type { EventSettings } from './event-file.ts'
import type { ChallengeDefinition, EventDefinition, Problem, RowName } from './model.ts'
import { freeSlug, isSameName, sharedSlugText, slugOf } from './slugs.ts'
import type { Source } from './yaml-source.ts'

export type Complete = Extract<ReadChallenge, { kind: 'complete' }> & {
  source: Source
  /** Its name in rows; null: it is new. */
  known: RowName | null
}

/**
 * Gives each challenge a slug that is unique in its category. Slugs that a file gives come first, then
 * slugs made of names, in the order of the paths.
 */
export function giveSlugs(complete: Complete[], problems: Problem[]): Complete[] {
  const taken = new Map<string, Set<string>>()
  const ordered = complete.toSorted((a, b) => Number(b.ownSlug) - Number(a.ownSlug))
  return ordered.map(read => {
    const { challenge, source } = read
    const others = taken.get(challenge.categorySlug) ?? new Set()
    const slug = freeSlug(challenge.slug, source.file, others)
    taken.set(challenge.categorySlug, others.add(slug))
    if (slug === challenge.slug) return read
    const field = read.ownSlug ? 'slug' : 'name'
    problems.push({
      severity: 'warning',
      file: source.file,
      line: source.lineAt([field]),
      field,
      message: `'${challenge.slug}' is taken by another challenge of its category; this one is '${slug}'`,
    })
    return { ...read, challenge: { ...challenge, slug } }
  })
}

/** The categories of these challenges, in the order that `event.yaml` gives, then by name. */
export function categoriesOf(
  complete: Complete[],
  settings: EventSettings,
  problems: Problem[],
): EventDefinition['categories'] {
  const listed = settings.categories.map((category, at) => ({
    ...category,
    order: category.order ?? at + 1,
  }))
  for (const { name } of listed)
    if (!complete.some(({ challenge }) => challenge.categorySlug === slugOf(name)))
      problems.push({
        severity: 'warning',
        file: 'event.yaml',
        line: null,
        field: 'categories',
        message: `'${name}' has no challenge; it is not shown`,
      })
  const last = Math.max(0, ...listed.map(({ order }) => order)) + 1
  const categories = new Map<string, EventDefinition['categories'][number]>()
  const shared = new Set<string>()
  for (const { category, challenge, source } of complete) {
    const slug = challenge.categorySlug
    const given = listed.find(({ name }) => slugOf(name) === slug)
    const named = { name: category, description: '', order: last, ...given }
    const shown = categories.get(slug) ?? { slug, ...named }
    categories.set(slug, shown)
    if (isSameName(category, shown.name) || shared.has(category)) continue
    shared.add(category)
    problems.push({
      severity: 'warning',
      file: source.file,
      line: source.lineAt(['category']),
      field: 'category',
      message: sharedSlugText(category, shown.name),
    })
  }
  return [...categories.values()].sort(
    (a, b) => a.order - b.order || a.name.localeCompare(b.name, 'en'),
  )
}

/** By category, then order, then name. */
export function inOrder(
  challenges: ChallengeDefinition[],
  categories: EventDefinition['categories'],
): ChallengeDefinition[] {
  const position = new Map(categories.map(({ slug }, at) => [slug, at]))
  return challenges.toSorted(
    (a, b) =>
      (position.get(a.categorySlug) ?? 0) - (position.get(b.categorySlug) ?? 0) ||
      a.order - b.order ||
      a.name.localeCompare(b.name, 'en'),
  )
}
