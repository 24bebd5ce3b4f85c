import type { ReadChallenge } from '../challenge-file.ts'
import { rowKey, slugPath } from '../challenge-key.ts'
import type { Source } from '../yaml-source.ts'
import type { KnownChallenge } from './record.ts'

/** A file of a challenge, with its contents. */
export interface ChallengeFile {
  source: Source
  /** See `KnownChallenge`. */
  place: string
  read: ReadChallenge
}

/** The `id` of a challenge's file, if it can be one. */
export function idOf({ source }: ChallengeFile): string | null {
  const id = source.textAt(['id'])?.trim()
  return id !== undefined && /^[\w./:~-]{1,200}$/.test(id) ? id : null
}

/**
 * Finds the file of each challenge that was known before: by its `id`, else by its folder, else by its
 * category and slug. An `id` may also be the name in rows. So `id: web/old` says that a challenge is the one
 * that was called web/old at first.
 */
export function identify(
  known: readonly KnownChallenge[],
  files: readonly ChallengeFile[],
): Map<KnownChallenge, ChallengeFile> {
  const found = new Map<KnownChallenge, ChallengeFile>()
  const taken = new Set<ChallengeFile>()
  const ids = new Map(files.map(file => [file, idOf(file)]))
  const match = (
    isItsFile: (file: ChallengeFile, id: string | null, one: KnownChallenge) => boolean,
  ) => {
    for (const one of known) {
      if (found.has(one)) continue
      const fits = files.filter(
        file => !taken.has(file) && isItsFile(file, ids.get(file) ?? null, one),
      )
      // A folder that was copied has the id of the first one.
      const file = fits.find(({ place }) => place === one.place) ?? fits[0]
      if (!file) continue
      found.set(one, file)
      taken.add(file)
    }
  }
  const isOther = (id: string | null, one: KnownChallenge) =>
    id !== null && one.id !== null && id !== one.id
  match((_, id, one) => id !== null && id === one.id)
  match((_, id, one) => id !== null && id === rowKey(one.rowName))
  match(({ place }, id, one) => place === one.place && !isOther(id, one))
  match(
    ({ read }, id, one) =>
      read.kind === 'complete' &&
      slugPath(read.challenge) === slugPath(one.definition.challenge) &&
      !isOther(id, one),
  )
  return found
}
