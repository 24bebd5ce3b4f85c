import { basename, dirname } from 'node:path'
import { reportUnclear } from './access/unclear.ts'
import { type ChallengeDefaults, readEnvironment } from './challenge-environment.ts'
import { readFlags } from './challenge-flags.ts'
import { readHandouts } from './challenge-handouts.ts'
import { readValue } from './challenge-points.ts'
import { readDescription, readDifficulty, readTags, reportWithoutEffect } from './challenge-text.ts'
import { readHints } from './hints.ts'
import { warnOfDeadLinks } from './markdown/dead-links.ts'
import { warnOfHiddenPictures } from './markdown/hidden-pictures.ts'
import type { ChallengeDefinition, Problem } from './model.ts'
import { createReport, type Report } from './problems.ts'
import { slugOf } from './slugs.ts'
import { notOneText, readName } from './texts.ts'
import { isRecord, isStructure } from './yaml-data.ts'
import type { Source } from './yaml-source.ts'

export type ReadChallenge =
  | {
      kind: 'complete'
      challenge: ChallengeDefinition
      category: string
      ownSlug: boolean
      /** The ids of hints that stand for a place in the list. */
      hintsByPlace: ReadonlySet<string>
      /** The same of flags. */
      flagsByPlace: ReadonlySet<string>
    }
  /** It has `state: hidden`, and cannot be played yet. */
  | { kind: 'draft'; name: string; category: string }
  /** Its problems say why. */
  | { kind: 'left out' }

/** Reads one challenge in ctfcli's format, with our additions. Never throws for its content. */
export async function readChallenge(
  source: Source,
  folder: string,
  defaults: ChallengeDefaults,
  problems: Problem[],
): Promise<ReadChallenge> {
  const report = createReport(source, problems)
  const at = (line: number) => ({ file: source.file, line, field: '' })
  for (const { line, message } of source.errors)
    problems.push({ ...at(line), severity: 'left out', message: `cannot be read: ${message}` })
  if (source.errors.length > 0) return { kind: 'left out' }
  for (const { line, message } of source.warnings)
    problems.push({ ...at(line), severity: 'warning', message })
  if (!isChallenge(source.data)) {
    report.add(
      'left out',
      [],
      'is not a ctfcli challenge; it needs name, category, value and flags',
    )
    return { kind: 'left out' }
  }
  const { data } = source
  const name = nameOf(source, 'name', basename(folder), report)
  const category = nameOf(source, 'category', basename(dirname(folder)), report)
  const names = { name, category }
  if (data.state !== 'hidden')
    return readNamed({ source, data, folder, defaults, ...names }, problems)

  const own: Problem[] = []
  const read = await readNamed({ source, data, folder, defaults, ...names }, own)
  // Participants do not miss a hidden challenge yet.
  for (const problem of own)
    problems.push(
      problem.severity === 'left out'
        ? {
            ...problem,
            severity: 'warning',
            message: `${problem.message}; it is hidden, and cannot be released before`,
          }
        : problem,
    )
  if (read.kind !== 'complete') return { kind: 'draft', ...names }
  return { ...read, challenge: { ...read.challenge, isHidden: true } }
}

interface Named {
  source: Source
  data: Record<string, unknown>
  folder: string
  defaults: ChallengeDefaults
  name: string
  category: string
}

async function readNamed(
  { source, data, folder, defaults, name, category }: Named,
  problems: Problem[],
): Promise<ReadChallenge> {
  const report = createReport(source, problems)
  if (reportUnclear(data, report)) return { kind: 'left out' }
  reportWithoutEffect(data, report)
  const value = readValue(data, report, defaults.value)
  const points = value.kind === 'static' ? value.points : value.initial
  const { flags, byPlace: flagsByPlace } = readFlags(
    source,
    data,
    points,
    defaults.flagPrefix,
    report,
  )
  if (flags.length === 0) {
    report.add('left out', ['flags'], 'has no flag that can be submitted, so nobody could solve it')
    return { kind: 'left out' }
  }
  const environment = await readEnvironment(folder, data, defaults, report)
  if (environment === 'unusable') return { kind: 'left out' }
  const slug = readSlug(data.slug, report)
  const description = readDescription(source, data, environment !== null, report)
  const { hints, byPlace: hintsByPlace } = readHints(source, data, report)
  const files = await readHandouts(folder, data.files, report)
  warnOfHiddenPictures({ description, hints, files }, report)
  warnOfDeadLinks({ description, hints }, report)
  return {
    kind: 'complete',
    category,
    ownSlug: slug !== null,
    hintsByPlace,
    flagsByPlace,
    challenge: {
      rowName: { category: slugOf(category), slug: slug ?? slugOf(name) },
      categorySlug: slugOf(category),
      slug: slug ?? slugOf(name),
      name,
      description,
      difficulty: readDifficulty(data, report),
      tags: readTags(data, report),
      hints,
      requires: [],
      order: readOrder(data, report) ?? points,
      folder,
      value,
      flags,
      files,
      environment,
    },
  }
}

/**
 * Other tools have files named challenge.yaml, too. A file of ctfcli has `name` and at least one other
 * known field.
 */
export function isChallenge(data: unknown): data is Record<string, unknown> {
  if (!isRecord(data)) return false
  const has = (field: string) => data[field] !== undefined
  return has('name')
    ? ['category', 'flags', 'value', 'description', 'type'].some(has)
    : has('flags') && has('category')
}

function nameOf(source: Source, field: string, fallback: string, report: Report): string {
  const text = source.textAt([field])?.trim()
  const name = text && readName(text, [field], report)
  if (name) return name
  const given = (source.data as Record<string, unknown>)[field]
  const why = isStructure(given) ? notOneText : 'is missing'
  report.warn([field], `${why}; the folder's name '${fallback}' is taken`)
  return fallback
}

function readOrder(data: Record<string, unknown>, report: Report): number | undefined {
  for (const field of ['order', 'position']) {
    const value = data[field]
    if (typeof value === 'number') return value
    if (value !== undefined && value !== null)
      report.warn([field], 'is not a number; it has no effect')
  }
  return undefined
}

function readSlug(slug: unknown, report: Report): string | null {
  if (slug === undefined || slug === null) return null
  if (typeof slug === 'string' && /^[a-z0-9-]{1,80}$/.test(slug)) return slug
  report.warn(['slug'], 'may have a-z, 0-9 and dashes only; the name is used')
  return null
}
