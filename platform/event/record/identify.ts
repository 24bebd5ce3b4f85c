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
  const match = (
    isItsFile: (file: ChallengeFile, id: string | null, one: KnownChallenge) => boolean,
  ) => {
    for (const one of known) {
      if (found.has(one)) continue
      const file = files.find(
        file => !taken.has(file) && isItsFile(file, ids.get(file) ?? null, one),
      )
      if (!file) continue
      found.set(one, file)
      taken.add(file)
    }
  }
  const isOther = (id: string | null, one: KnownChallenge) =>
    id !== null && one.id !== null && id !== one.id
  const hasItsId = (id: string | null, one: KnownChallenge) => id !== null && id === one.id
  const hasItsRow = (id: string | null, one: KnownChallenge) => id === rowKey(one.rowName)
  // A folder that was copied has the id of the first one, so the folder counts before the id alone.
  match(({ place }, id, one) => place === one.place && hasItsId(id, one))
  match(({ place }, id, one) => place === one.place && hasItsRow(id, one))
  match((_, id, one) => hasItsId(id, one))
  match((_, id, one) => hasItsRow(id, one))
  match(({ place }, id, one) => place === one.place && !isOther(id, one))
  match(
    ({ read }, id, one) =>
      read.kind === 'complete' &&
      slugPath(read.challenge) === slugPath(one.definition.challenge) &&
      !isOther(id, one),
  )
  return found
}
