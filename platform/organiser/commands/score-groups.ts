import type { ChangeContext } from '../command.ts'

/** Equal for names that differ only in case, or in how they write an accent. */
export const textKey = (name: string) => name.normalize('NFC').toLowerCase()

/** The score group with this name or slug. */
export function scoreGroupNamed({ current }: ChangeContext, name: string) {
  const key = textKey(name)
  return current.scoreGroups.find(one => [one.slug, one.name].map(textKey).includes(key))
}
