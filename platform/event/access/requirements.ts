import { type Complete, giveSlugs } from '../arrange.ts'
import { isRefOf, pathOfRef, refOf, rowKey, slugPath } from '../challenge-key.ts'
import { nearest } from '../fields.ts'
import type { ChallengeDefinition, Problem } from '../model.ts'
import { createReport, type Report } from '../problems.ts'
import type { ChallengeFile } from '../record/identify.ts'
import { keepChallenges, nameInRows } from '../record/keep-challenges.ts'
import type { KnownChallenge } from '../record/record.ts'
import { slugOf } from '../slugs.ts'
import { asList, isRecord } from '../yaml-data.ts'
import type { Source } from '../yaml-source.ts'

/**
 * Leaves out a challenge that requires one that is not there: it would be open to everybody. So it leaves out what
 * requires a challenge that was left out, unless that stays as it was before.
 */
export function leaveOutUnmet(
  files: ChallengeFile[],
  known: readonly KnownChallenge[],
  withdrawn: readonly string[],
  problems: Problem[],
): void {
  const { complete, names } = namesIn(files, known, withdrawn)
  const unmet = files.filter(({ read, source }) => {
    if (read.kind !== 'complete' || read.challenge.isHidden) return false
    const missing = requiredNames(source).filter(([name]) => !names.has(name))
    for (const [name, at] of missing)
      createReport(source, problems).add(
        'left out',
        at,
        `'${name}' is not a challenge of this event${hintAt(name, names, complete)}`,
      )
    return missing.length > 0
  })
  for (const file of unmet) file.read = { kind: 'left out' }
  if (unmet.length > 0) leaveOutUnmet(files, known, withdrawn, problems)
}

/**
 * The names of all challenges that the event has with these files, as `requirements` may have them, and of those that
 * the organisers keep from participants. A name that a challenge had before is not among them.
 */
function namesIn(
  files: readonly ChallengeFile[],
  known: readonly KnownChallenge[],
  withdrawn: readonly string[],
): { complete: Complete[]; names: Set<string> } {
  const { kept, takenAway } = keepChallenges(files, known, withdrawn, [])
  const complete = nameInRows(giveSlugs(kept, []), known)
  const names = [
    ...complete.flatMap(namesOfComplete),
    ...files.flatMap(({ read, source }) =>
      read.kind === 'draft' ? [read.name, source.textAt(['id']) ?? read.name] : [],
    ),
    ...takenAway,
  ]
  return { complete, names: new Set(names.map(name => name.normalize('NFC'))) }
}

/** `requirements` may use each of these names for the challenge. `id`: as its file has it. */
const namesOfChallenge = (
  challenge: Pick<ChallengeDefinition, 'name' | 'categorySlug' | 'slug' | 'rowName'>,
  id: string | null | undefined,
): string[] => [
  challenge.name,
  slugPath(challenge),
  rowKey(challenge.rowName),
  id ?? challenge.name,
]

const namesOfComplete = ({ challenge, source }: Complete) =>
  namesOfChallenge(challenge, source.textAt(['id']))

/**
 * Finds the challenges that ctfcli's `requirements` name: by name, by `category/slug` or by CTFd's number.
 * A challenge that nobody sees, or that itself needs this one, cannot be solved first. It is not required,
 * and a warning says so.
 */
export function joinRequirements(complete: readonly Complete[], problems: Problem[]): void {
  const byName = indexByName(complete)
  const byPath = new Map(complete.map(one => [slugPath(one.challenge), one]))
  const required = new Set<Complete>()
  for (const one of complete) {
    const report = createReport(one.source, problems)
    warnOfAnonymize(one.source, report)
    for (const [name, at] of requiredNames(one.source)) {
      const warn = (why: string) => report.warn(at, `${why}; it is not required`)
      const named = byName.get(name) ?? []
      const found = named.find(({ category }) => category === one.category) ?? named[0]
      // Nothing needs a challenge that nothing requires yet. To look for it would take long in a long chain.
      const mayNeed = found === one || required.has(one)
      if (!found) warn(`'${name}' is not a challenge that participants see`)
      else if (mayNeed && needs(byPath, found, one)) warn(`'${name}' itself needs this challenge`)
      else if (!one.challenge.requires.some(ref => isRefOf(ref, found.challenge))) {
        if (found.challenge.isHidden && !one.challenge.isHidden)
          report.warn(at, `'${name}' is hidden; it is not required until it is released`)
        one.challenge.requires.push(refOf(found.challenge))
        required.add(found)
      }
    }
  }
}

/** Each challenge by each of its names, as `requiredNames` has them. An event may have thousands of challenges. */
function indexByName(complete: readonly Complete[]): Map<string, Complete[]> {
  const byName = new Map<string, Complete[]>()
  for (const one of complete)
    for (const name of new Set(namesOfComplete(one).map(own => own.normalize('NFC')))) {
      const named = byName.get(name)
      if (named) named.push(one)
      else byName.set(name, [one])
    }
  return byName
}

const requirementsIn = ({ data }: Source) => (data as Record<string, unknown>).requirements

function warnOfAnonymize(source: Source, report: Report): void {
  const requirements = requirementsIn(source)
  if (isRecord(requirements) && requirements.anonymize)
    report.warn(['requirements', 'anonymize'], 'has no effect: locked challenges show their name')
}

/** The names that `requirements` have, each with its path in the file. */
function requiredNames(source: Source): [string, (string | number)[]][] {
  const requirements = requirementsIn(source)
  const isBlock = isRecord(requirements)
  const given = isBlock ? requirements.prerequisites : requirements
  const list = asList(given)
  const path = isBlock ? ['requirements', 'prerequisites'] : ['requirements']
  return list.map((name, at) => {
    const ownPath = [...path, ...(Array.isArray(given) ? [at] : [])]
    // YAML reads 007 as the number 7.
    const text = source.textAt(ownPath) ?? String(name)
    return [text.normalize('NFC'), [...path, at]]
  })
}

function hintAt(name: string, names: ReadonlySet<string>, complete: readonly Complete[]): string {
  if (/^\d+$/.test(name)) return '; write its name in place of the number that CTFd gave it'
  const slug = slugOf(name)
  const renamed = complete.find(({ challenge }) =>
    challenge.formerNames?.some(one => one.slug === slug || slugPath(one) === name),
  )
  if (renamed) return `; it is called '${renamed.challenge.name}' now`
  // Any two short names are near each other.
  const near = name.length > 3 && nearest(name, names)
  return near ? `; did you mean '${near}'?` : ''
}

/** Whether one can be solved only after the other. It calls nothing: a chain may be longer than the stack. */
function needs(byPath: ReadonlyMap<string, Complete>, one: Complete, other: Complete): boolean {
  const seen = new Set([one])
  for (const next of seen) {
    if (next === other) return true
    for (const ref of next.challenge.requires) {
      const required = byPath.get(pathOfRef(ref))
      if (required) seen.add(required)
    }
  }
  return false
}
