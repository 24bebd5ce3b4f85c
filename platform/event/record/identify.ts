import type { ReadChallenge } from '../challenge-file.ts'
import { rowKey, slugPath } from '../challenge-key.ts'
import type { Problem } from '../model.ts'
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

/** If the folders of both are renamed, nobody knows which of them was solved. */
export function warnOfSharedIds(files: readonly ChallengeFile[], problems: Problem[]): void {
  const firsts = new Map<string, string>()
  for (const file of files) {
    const id = idOf(file)
    if (id === null) continue
    const first = firsts.get(id)
    if (first === undefined) firsts.set(id, file.place)
    else
      problems.push({
        severity: 'warning',
        file: file.source.file,
        line: file.source.lineAt(['id']),
        field: 'id',
        message: `'${id}' is the id of ${first}, too; give each its own`,
      })
  }
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
  const idOfFile = (file: ChallengeFile) => ids.get(file) ?? null
  /** Those with the same key belong together, if nothing says otherwise. Null: it has no key. */
  const match = (
    keyOfFile: (file: ChallengeFile) => string | null,
    keyOfKnown: (one: KnownChallenge) => string | null,
    mayBe: (file: ChallengeFile, one: KnownChallenge) => boolean = () => true,
  ) => {
    // An event may have thousands of challenges, so each is not compared with each file.
    const byKey = Map.groupBy(files, keyOfFile)
    for (const one of known) {
      const key = keyOfKnown(one)
      if (key === null || found.has(one)) continue
      const file = byKey.get(key)?.find(file => !taken.has(file) && mayBe(file, one))
      if (!file) continue
      found.set(one, file)
      taken.add(file)
    }
  }
  const placeOf = ({ place }: { place: string }) => place
  const idOfKnown = ({ id }: KnownChallenge) => id
  const rowOfKnown = ({ rowName }: KnownChallenge) => rowKey(rowName)
  const isSamePlace = (file: ChallengeFile, one: KnownChallenge) => file.place === one.place
  const isNoOther = (file: ChallengeFile, one: KnownChallenge) => {
    const id = idOfFile(file)
    return id === null || one.id === null || id === one.id
  }
  // A folder that was copied has the id of the first one, so the folder counts before the id alone.
  match(idOfFile, idOfKnown, isSamePlace)
  match(idOfFile, rowOfKnown, isSamePlace)
  match(idOfFile, idOfKnown)
  match(idOfFile, rowOfKnown)
  match(placeOf, placeOf, isNoOther)
  match(
    ({ read }) => (read.kind === 'complete' ? slugPath(read.challenge) : null),
    ({ definition }) => slugPath(definition.challenge),
    isNoOther,
  )
  return found
}
