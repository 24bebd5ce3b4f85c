import { basename } from 'node:path'
import * as v from 'valibot'
import { messageOf } from '../log-errors.ts'
import { nameKeys } from '../names/names.ts'
import type { ChallengeDefaults } from './challenge-environment.ts'
import { aboveInitial, defaultPoints } from './challenge-points.ts'
import { readAnnouncements } from './details/announcements.ts'
import { readDesktopImage } from './details/desktop-image.ts'
import { readDetails } from './details/details.ts'
import { EventFile } from './event-schema.ts'
import { issuePath } from './fields.ts'
import type { EventDefinition, Lease, Problem, ScoreGroupDefinition } from './model.ts'
import { createReport, type Report } from './problems.ts'
import { freeSlug, groupSlugOf, isSameName, sharedSlugText, slugOf } from './slugs.ts'
import { readMarkdown, readName } from './texts.ts'
import { type NamedTimes, parseTime } from './times.ts'
import { isRecord } from './yaml-data.ts'
import type { Source } from './yaml-source.ts'

/** An event without its challenges, and what the challenges need of it. */
export interface EventSettings {
  event: Omit<EventDefinition, 'categories' | 'challenges' | 'folder' | 'logo'>
  /** Path of a picture. */
  logo: string | null
  categories: EventFile['categories']
  withdrawn: readonly string[]
  challengeDefaults: ChallengeDefaults
}

/** Reads `event.yaml` of a folder. Returns null if it cannot be used. Then `problems` has errors. */
export function readEventFile(
  source: Source,
  folder: string,
  firstStart: Date,
  problems: Problem[],
): EventSettings | null {
  const report = createReport(source, problems)
  const before = problems.length
  for (const { line, message } of [...source.errors, ...source.warnings])
    problems.push({ severity: 'error', file: source.file, line, field: '', message })
  if (problems.length > before) return null

  const fields = readFields(source.data ?? {}, report)
  if (!fields) return null
  const { file } = fields
  const { times, named } = readTimes(fields, firstStart, report)
  const scoreGroups = readScoreGroups(file, report)
  checkNames(file, report)
  const image = readDesktopImage(file.desktop, folder, report)
  const announcements = readAnnouncements(file, named, report)
  if (!times || problems.slice(before).some(({ severity }) => severity === 'error')) return null
  const { environments, desktop, vpn, scoring } = file
  if (!file.teamMode && file.teamSize !== null)
    report.warn(['teamSize'], 'has no effect without teamMode: true')
  if (scoring && scoring.minimum > scoring.initial)
    report.warn(['scoring', 'minimum'], aboveInitial(scoring.initial))
  return {
    event: {
      name: readName(file.name, ['name'], report),
      details: readDetails(file, report),
      announcements,
      ...times,
      publicScoreboard: file.publicScoreboard,
      flagPrefix: file.flagPrefix,
      teamMode: file.teamMode,
      teamSize: file.teamSize,
      scoreGroups,
      maxEnvironments: environments.maximum,
      environment: leaseOf(environments),
      desktop: {
        enabled: desktop.enabled,
        ...leaseOf(desktop),
        memoryMb: desktop.memory,
        homeMb: desktop.home,
        internet: desktop.internet,
        sound: desktop.sound,
        image,
      },
      vpn: {
        enabled: vpn.enabled,
        endpoint: vpn.endpoint ?? null,
        interface: vpn.interface ?? null,
        pool: vpn.pool,
        routes: vpn.routes ?? [vpn.pool],
      },
      accounts: file.accounts,
    },
    logo: file.logo ?? null,
    categories: file.categories.map((category, at) => ({
      ...category,
      name: readName(category.name, ['categories', at, 'name'], report),
      description: readName(category.description, ['categories', at, 'description'], report),
    })),
    withdrawn: file.withdrawn,
    challengeDefaults: {
      flagPrefix: file.flagPrefix,
      memoryMb: environments.memory,
      startTimeoutMs: environments.startTimeout,
      diskMb: environments.disk,
      value: scoring
        ? {
            kind: 'dynamic',
            ...scoring,
            minimum: Math.min(scoring.minimum, scoring.initial),
          }
        : null,
    },
  }
}

/** Used if `event.yaml` has mistakes, so that the mistakes of challenges are found, too. */
export function builtInDefaults(): ChallengeDefaults {
  const { memory, startTimeout } = v.parse(EventFile.entries.environments, undefined)
  // `scoring` may give points to challenges without any.
  const value = { kind: 'static', points: defaultPoints } as const
  return { memoryMb: memory, startTimeoutMs: startTimeout, value, flagPrefix: null }
}

/**
 * The text for a folder of challenges without `event.yaml`. The event is named after the folder, and in
 * play for two days.
 */
export function defaultEventText(folder: string, flagPrefix: string): string {
  const name = JSON.stringify(basename(folder))
  return `name: ${name}\nstart: first start\nend: start + 2d\nflagPrefix: ${flagPrefix}\n`
}

const leaseOf = (file: {
  lifetime: number
  extension: number
  extendableInLast: number
}): Lease => ({
  lifetimeMs: file.lifetime,
  extensionMs: file.extension,
  extendableInLastMs: file.extendableInLast,
})

interface Fields {
  file: EventFile
  /** Those with mistakes. `file` has something else in their place. */
  unusable: ReadonlySet<string>
}

/** @returns null if it has no fields. Those with mistakes are reported, and the mistakes of the others can be found, too. */
function readFields(data: unknown, report: Report): Fields | null {
  const read = v.safeParse(EventFile, data)
  if (read.success) return { file: read.output, unusable: new Set() }
  for (const issue of read.issues) report.add('error', issuePath(issue), issue.message)
  if (!isRecord(data)) return null
  const unusable = new Set(read.issues.map(issue => String(issuePath(issue)[0])))
  const usable = Object.entries(data).filter(([name]) => !unusable.has(name))
  const needed = { name: '-', start: 'first start', end: 'start' }
  const others = v.safeParse(EventFile, { ...needed, ...Object.fromEntries(usable) })
  return others.success ? { file: others.output, unusable } : null
}

/** @returns `named`: what times are counted from; another time in place of one that is not known */
function readTimes({ file, unusable }: Fields, firstStart: Date, report: Report) {
  const time = (field: 'start' | 'end' | 'freeze' | 'postPlayEnd', named: NamedTimes) => {
    if (unusable.has(field)) return null
    try {
      return parseTime(file[field] ?? '', named)
    } catch (error) {
      report.add('error', [field], messageOf(error))
      return null
    }
  }
  // Nothing else is at these times: two announcements must not seem to be the same.
  const other = (ms: number) => new Date(firstStart.getTime() + ms)
  const start = time('start', { 'first start': firstStart })
  const toStart = { 'first start': firstStart, start: start ?? other(1) }
  const end = time('end', toStart)
  const named = { ...toStart, end: end ?? other(2) }
  const postPlayEnd = time('postPlayEnd', named)
  const freeze = file.freeze ? time('freeze', named) : null
  if (start && end) {
    if (freeze && (freeze <= start || freeze >= end))
      report.add('error', ['freeze'], 'is not between start and end')
    if (end <= start) report.add('error', ['end'], 'is not after start')
    if (postPlayEnd && postPlayEnd < end) report.add('error', ['postPlayEnd'], 'is before end')
  }
  const times = start && end && postPlayEnd && { start, end, freeze, postPlayEnd }
  return { times, named }
}

function readScoreGroups(file: EventFile, report: Report): ScoreGroupDefinition[] {
  const taken = new Set<string>()
  const lookAlikes = new Map<string, string>()
  return file.scoreGroups.map(({ name, slug: wanted, description, password }, at) => {
    if (wanted && taken.has(wanted))
      report.add('error', ['scoreGroups', at, 'slug'], `'${wanted}' is taken by another group`)
    const slug = wanted ?? freeSlug(groupSlugOf(name), name, taken)
    taken.add(slug)
    // A choice is final, so nobody should confuse two groups.
    const keys = nameKeys(name)
    const like = keys.map(key => lookAlikes.get(key)).find(other => other !== undefined)
    if (like !== undefined)
      report.add('error', ['scoreGroups', at, 'name'], `'${name}' is too similar to '${like}'`)
    for (const key of keys) lookAlikes.set(key, name)
    return {
      slug,
      name: readName(name, ['scoreGroups', at, 'name'], report),
      description: readMarkdown(description, ['scoreGroups', at, 'description'], report),
      password: password ?? null,
    }
  })
}

function checkNames(file: EventFile, report: Report) {
  const once = (field: 'accounts' | 'categories', names: string[]) =>
    names.forEach((name, at) => {
      if (names.indexOf(name) < at) report.add('error', [field, at], `'${name}' stands twice`)
    })
  once(
    'accounts',
    file.accounts.map(({ username }) => username.toLowerCase()),
  )
  file.categories.forEach(({ name }, at) => {
    const twin = file.categories.slice(0, at).find(one => slugOf(one.name) === slugOf(name))
    if (!twin) return
    const why = isSameName(name, twin.name)
      ? `'${name}' stands twice`
      : sharedSlugText(name, twin.name)
    report.add('error', ['categories', at], why)
  })
}
