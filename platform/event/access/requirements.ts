import type { Complete } from '../arrange.ts'
import { isRefOf, refOf, rowKey, slugPath } from '../challenge-key.ts'
import type { Problem } from '../model.ts'
import { createReport, type Report } from '../problems.ts'
import { asList, isRecord } from '../reading.ts'

/**
 * Finds the challenges that ctfcli's `requirements` name: by name, by `category/slug` or by CTFd's number.
 * A challenge that nobody sees, or that itself needs this one, cannot be solved first. It is not required,
 * and a warning says so.
 */
export function joinRequirements(complete: readonly Complete[], problems: Problem[]): void {
  for (const one of complete) {
    const report = createReport(one.source, problems)
    for (const [name, at] of namesOf(one, report)) {
      const warn = (why: string) => report.warn(at, `${why}; it is not required`)
      const found = find(complete, one, name)
      if (!found) warn(`'${name}' is not a challenge that participants see`)
      else if (needs(complete, found, one)) warn(`'${name}' itself needs this challenge`)
      else if (!one.challenge.requires.some(ref => isRefOf(ref, found.challenge))) {
        if (found.challenge.isHidden && !one.challenge.isHidden)
          report.warn(at, `'${name}' is hidden; it is not required until it is released`)
        one.challenge.requires.push(refOf(found.challenge))
      }
    }
  }
}

function namesOf({ source }: Complete, report: Report): [string, (string | number)[]][] {
  const { requirements } = source.data as Record<string, unknown>
  const isBlock = isRecord(requirements)
  if (isBlock && requirements.anonymize)
    report.warn(['requirements', 'anonymize'], 'has no effect: locked challenges show their name')
  const list = asList(isBlock ? requirements.prerequisites : requirements)
  const path = isBlock ? ['requirements', 'prerequisites'] : ['requirements']
  return list.map((name, at) => [String(name), [...path, at]])
}

function find(complete: readonly Complete[], from: Complete, name: string): Complete | undefined {
  const named = complete.filter(
    ({ challenge, source }) =>
      challenge.name === name ||
      slugPath(challenge) === name ||
      rowKey(challenge.rowName) === name ||
      source.textAt(['id']) === name,
  )
  return named.find(({ category }) => category === from.category) ?? named[0]
}

function needs(
  complete: readonly Complete[],
  one: Complete,
  other: Complete,
  seen = new Set<Complete>(),
): boolean {
  if (one === other) return true
  if (seen.has(one)) return false
  seen.add(one)
  return one.challenge.requires.some(ref => {
    const next = complete.find(({ challenge }) => isRefOf(ref, challenge))
    return next !== undefined && needs(complete, next, other, seen)
  })
}
