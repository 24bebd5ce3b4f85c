import { isSameText } from '../../names/same-text.ts'
import type { Complete } from '../arrange.ts'
import { formerNamesOf, rowKey, slugPath } from '../challenge-key.ts'
import type { Problem } from '../model.ts'
import { slugOf } from '../slugs.ts'
import { type ChallengeFile, identify, idOf } from './identify.ts'
import { keepIds } from './keep-ids.ts'
import { plural } from './plural.ts'
import type { KnownChallenge } from './record.ts'

/** Gives flags without an `id` the ids that accounts solved. */
export function keepFlagIds(
  files: readonly ChallengeFile[],
  known: readonly KnownChallenge[],
): void {
  for (const [{ flags }, { read }] of identify(known, files))
    if (read.kind === 'complete')
      read.challenge = {
        ...read.challenge,
        flags: keepIds(read.challenge.flags, read.flagsByPlace, flags, ({ content }) => content),
      }
}

interface Kept {
  /** The challenges of the event. */
  kept: Complete[]
  /** All names of those that `withdrawn` removes. */
  takenAway: string[]
}

/**
 * The challenges of these files. A challenge that was known before keeps its name in rows, even if it was renamed. If
 * it is broken now, or is gone or hidden although somebody solved it, it stays as it was, and a problem says so. Only
 * `withdrawn` in event.yaml removes it. What a challenge requires that stays as it was is kept, too: otherwise the
 * challenge would be open to everybody.
 */
export function keepChallenges(
  files: readonly ChallengeFile[],
  known: readonly KnownChallenge[],
  withdrawn: readonly string[],
  problems: Problem[],
): Kept {
  const found = identify(known, files)
  const knownOf = new Map([...found].map(([one, file]) => [file, one]))
  const isWithdrawn = (file?: ChallengeFile, one?: KnownChallenge) =>
    namesOf(file, one).some(name => withdrawn.some(given => isSameText(given, name)))
  reportUnknown(withdrawn, [
    ...files.flatMap(file => namesOf(file, knownOf.get(file))),
    ...known.flatMap(one => namesOf(found.get(one), one)),
  ])

  const keptKnown: KnownChallenge[] = []
  const kept: Complete[] = []
  const gone = new Map<string, KnownChallenge>()
  for (const one of known) {
    const file = found.get(one)
    if (isWithdrawn(file, one)) {
      reportTakenAway(one)
      continue
    }
    const reason = reasonToKeep(one, file)
    if (reason !== null) keep(one, file, reason)
    else if (!file) gone.set(rowKey(one.rowName), one)
  }
  // What is kept here may require others that are gone.
  for (const by of keptKnown)
    for (const key of by.definition.requires) {
      const one = gone.get(key)
      if (!one) continue
      gone.delete(key)
      const reason = `${pathOf(one)} is gone, but ${pathOf(by)} requires it: both stay as they were`
      keep(one, undefined, reason)
    }
  const isKept = new Set(kept.map(({ source }) => source.file))
  const read = files.flatMap((file): Complete[] => {
    const one = knownOf.get(file)
    if (file.read.kind !== 'complete' || isKept.has(file.source.file) || isWithdrawn(file, one))
      return []
    return [{ ...file.read, source: file.source, known: one?.rowName ?? null }]
  })
  const takenAway = [
    ...files.map(file => [file, knownOf.get(file)] as const),
    ...known.map(one => [found.get(one), one] as const),
  ].flatMap(([file, one]) => {
    if (!isWithdrawn(file, one)) return []
    const names = [one?.definition.challenge.name, file && readNameOf(file)]
    return [...namesOf(file, one), ...names.filter(name => name !== undefined)]
  })
  return { kept: [...kept, ...read], takenAway }

  function keep(one: KnownChallenge, file: ChallengeFile | undefined, reason: string) {
    keptKnown.push(one)
    kept.push(asBefore(one, file))
    const name = file?.source.file ?? one.place
    for (const problem of problems)
      if (problem.file === name && problem.severity === 'left out') problem.severity = 'kept'
    problems.push({ severity: 'kept', file: name, line: null, field: '', message: reason })
  }

  function reportUnknown(names: readonly string[], all: readonly string[]) {
    for (const name of names)
      if (!all.some(one => isSameText(one, name))) warn(`'${name}' is not a challenge`)
  }

  function reportTakenAway(one: KnownChallenge) {
    const done = doneWith(one)
    if (done)
      warn(
        `${slugPath(one.definition.challenge)} is taken away, but ${done}: its solves give no points until its line is removed`,
      )
  }

  function warn(message: string) {
    const at = { file: 'event.yaml', line: null, field: 'withdrawn' }
    problems.push({ severity: 'warning', ...at, message })
  }
}

/**
 * Gives each new challenge a name in rows that no challenge had before. Each other one keeps the addresses that it had,
 * and its hints keep their ids. Slugs must be final.
 */
export function nameInRows(
  complete: readonly Complete[],
  known: readonly KnownChallenge[],
): Complete[] {
  const knownByRow = new Map(known.map(one => [rowKey(one.rowName), one]))
  const taken = new Set(knownByRow.keys())
  return complete.map(read => {
    const { categorySlug: category, slug } = read.challenge
    let rowName = read.known ?? { category, slug }
    // No slug contains a tilde.
    for (let at = 2; !read.known && taken.has(rowKey(rowName)); at++)
      rowName = { category, slug: `${slug}~${at}` }
    taken.add(rowKey(rowName))
    const before = knownByRow.get(rowKey(rowName))
    const formerNames = before ? formerNamesOf(before.definition.challenge, read.challenge) : []
    const knownHints = before?.hints ?? []
    const hints = keepIds(read.challenge.hints, read.hintsByPlace, knownHints, ({ text }) => text)
    return {
      ...read,
      challenge: {
        ...read.challenge,
        rowName,
        hints,
        ...(formerNames.length > 0 && { formerNames }),
      },
    }
  })
}

/** What `withdrawn` may call a challenge. */
function namesOf(file: ChallengeFile | undefined, one: KnownChallenge | undefined): string[] {
  const names = one ? [one.place, rowKey(one.rowName), slugPath(one.definition.challenge)] : []
  if (one?.id) names.push(one.id)
  const id = file && idOf(file)
  if (id) names.push(id)
  if (file) names.push(file.place)
  if (file?.read.kind === 'complete') names.push(slugPath(file.read.challenge))
  return names
}

const pathOf = ({ definition }: KnownChallenge) => slugPath(definition.challenge)

const readNameOf = ({ read }: ChallengeFile): string | undefined =>
  read.kind === 'complete' ? read.challenge.name : read.kind === 'draft' ? read.name : undefined

/** What participants did with it; empty: nothing. */
function doneWith({ solved, hintsTaken }: KnownChallenge): string {
  const solves = Math.max(0, ...solved.values())
  return [
    ...(solves > 0 ? [`${plural(solves, 'account')} solved it`] : []),
    ...(hintsTaken > 0 ? ['hints of it were taken'] : []),
  ].join(', and ')
}

/** @returns null where nothing would be lost */
function reasonToKeep(one: KnownChallenge, file: ChallengeFile | undefined): string | null {
  const name = slugPath(one.definition.challenge)
  const done = doneWith(one)
  const read = file?.read
  if (read?.kind === 'left out')
    return `${name} stays as it was until this is fixed${done && `: ${done}`}`
  // An organiser released it by command, so it may have solves.
  const wasHidden = one.definition.challenge.isHidden
  if (read?.kind === 'draft' && wasHidden && done)
    return `${name} stays as it was until this is fixed: ${done}`
  if (read?.kind === 'complete' && (!read.challenge.isHidden || wasHidden || !done)) {
    const { flags } = read.challenge
    const lost = [...one.solved].find(([id]) => !flags.some(flag => flag.id === id))
    if (!lost) return null
    return `${name} stays as it was: its flag '${lost[0]}' is gone, which ${plural(lost[1], 'account')} solved; give that flag the id '${lost[0]}'`
  }
  if (!done) return null
  const what = file ? 'is hidden' : 'is gone'
  const other = file ? '' : `, or give the challenge that it became 'id: ${rowKey(one.rowName)}'`
  return `${name} ${what}, but ${done}: it stays as it was; list it under 'withdrawn' in event.yaml to take it away${other}`
}

function asBefore(one: KnownChallenge, file: ChallengeFile | undefined): Complete {
  const { category, challenge, requires } = one.definition
  return {
    kind: 'complete',
    category,
    ownSlug: true,
    hintsByPlace: new Set(),
    flagsByPlace: new Set(),
    known: one.rowName,
    challenge: {
      ...challenge,
      // Another version of the platform may have made another slug of the same name.
      categorySlug: slugOf(category),
      rowName: one.rowName,
      requires: [],
    },
    source: {
      file: file?.source.file ?? one.place,
      data: { requirements: requires },
      textAt: path => (path[0] === 'id' && one.id !== null ? one.id : undefined),
      lineAt: () => 1,
      errors: [],
      warnings: [],
    },
  }
}
