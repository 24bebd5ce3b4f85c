import { hash } from 'node:crypto'
import type { HintDefinition } from '../model.ts'

/** A hint that a challenge had before. */
export interface KnownHint {
  id: string
  /** Null: the hint is gone, but somebody took it. */
  digest: string | null
}

/** A text as it is compared. An organiser may see it, because it does not show the hint. */
export const hintDigest = (text: string) => hash('sha256', text, 'base64url').slice(0, 12)

/**
 * Gives hints without an `id` in their file the ids that they had before. Accounts took a hint by its id. So a hint that
 * is moved, because others come or go, is known by its text. One whose text is corrected is known by its place.
 *
 * @param byPlace the ids that stand for a place in the list
 */
export function keepHintIds(
  hints: readonly HintDefinition[],
  byPlace: ReadonlySet<string>,
  before: readonly KnownHint[],
): HintDefinition[] {
  const taken = new Set(hints.flatMap(({ id }) => (byPlace.has(id) ? [] : [id])))
  const given = new Map<HintDefinition, string>()
  const give = (hint: HintDefinition, id: string) => {
    taken.add(id)
    given.set(hint, id)
  }
  const placed = hints.filter(({ id }) => byPlace.has(id))
  for (const hint of placed) {
    const digest = hintDigest(hint.text)
    const same = before.find(one => one.digest === digest && !taken.has(one.id))
    if (same) give(hint, same.id)
  }
  const last = before.filter(({ digest }) => digest !== null)
  const gone = new Set(before.flatMap(({ id, digest }) => (digest === null ? [id] : [])))
  hints.forEach((hint, at) => {
    if (!byPlace.has(hint.id) || given.has(hint)) return
    const there = last[at]?.id
    // Another id than a number was of a hint whose file gave one.
    let id = there && /^\d+$/.test(there) && !taken.has(there) ? there : hint.id
    for (let next = hints.length + 1; taken.has(id) || gone.has(id); next++) id = `${next}`
    give(hint, id)
  })
  return hints.map(hint => ({ ...hint, id: given.get(hint) ?? hint.id }))
}
