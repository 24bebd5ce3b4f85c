import { hash } from 'node:crypto'

/** A hint or a flag that a challenge had before. */
export interface KnownItem {
  id: string
  /** Null: the hint is gone, but somebody took it. */
  digest: string | null
}

/** A text as it is compared. An organiser may see it, because it does not show the text. */
export const textDigest = (text: string) => hash('sha256', text, 'base64url').slice(0, 12)

/**
 * Gives hints or flags without an `id` in their file the ids that they had before. Accounts took a hint, or solved a
 * flag, by its id. So one that is moved, because others come or go, is known by its text. One whose text is corrected is
 * known by its place.
 *
 * @param byPlace the ids that stand for a place in the list
 */
export function keepIds<T extends { id: string }>(
  items: readonly T[],
  byPlace: ReadonlySet<string>,
  before: readonly KnownItem[],
  textOf: (item: T) => string,
): T[] {
  const taken = new Set(items.flatMap(({ id }) => (byPlace.has(id) ? [] : [id])))
  const given = new Map<T, string>()
  const give = (item: T, id: string) => {
    taken.add(id)
    given.set(item, id)
  }
  for (const item of items.filter(({ id }) => byPlace.has(id))) {
    const digest = textDigest(textOf(item))
    const same = before.find(one => one.digest === digest && !taken.has(one.id))
    if (same) give(item, same.id)
  }
  const last = before.filter(({ digest }) => digest !== null)
  const gone = new Set(before.flatMap(({ id, digest }) => (digest === null ? [id] : [])))
  items.forEach((item, at) => {
    if (!byPlace.has(item.id) || given.has(item)) return
    const there = last[at]?.id
    // Another id than a number was of one whose file gave one.
    let id = there && /^\d+$/.test(there) && !taken.has(there) ? there : item.id
    for (let next = items.length + 1; taken.has(id) || gone.has(id); next++) id = `${next}`
    give(item, id)
  })
  return items.map(item => ({ ...item, id: given.get(item) ?? item.id }))
}
