import { randomBytes } from 'node:crypto'
import { messageOf } from '../log-errors.ts'
import { isAnswer } from './flags.ts'
import type { FlagDefinition, FlagText } from './model.ts'
import { compilePattern, matchesPattern } from './patterns.ts'
import { type Report, warnOfUnknown } from './problems.ts'
import { isRecord } from './yaml-data.ts'
import type { FieldPath, Source } from './yaml-source.ts'

interface Entry extends FlagText {
  id: string | null
  points: number | null
  path: FieldPath
}

/**
 * The flags of a challenge. CTFd takes any one flag of a list as the solution, so a plain list is
 * one flag with alternatives. Flags with an `id` (or `logic: all`) each count for themselves, with
 * their `points` or an equal share of what is left; entries with the same id are alternatives.
 *
 * Empty if no flag can be used. Warnings say why. `byPlace` has the ids that stand for a place in the list.
 *
 * @param flagPrefix of the event; null: not known
 */
export function readFlags(
  source: Source,
  data: Record<string, unknown>,
  total: number,
  flagPrefix: string | null,
  report: Report,
): { flags: FlagDefinition[]; byPlace: ReadonlySet<string> } {
  const field = data.flags === undefined && data.flag !== undefined ? 'flag' : 'flags'
  const value = data[field]
  const items = Array.isArray(value)
    ? value.map((item, at) => readEntry(source, item, [field, at], report))
    : value === undefined || value === null
      ? []
      : [readEntry(source, value, [field], report)]
  const entries = items.filter(entry => entry !== null)
  const groups = grouped(entries, data.logic === 'all')
  warnOfTwins(groups, report)
  if (flagPrefix !== null) for (const group of groups) warnOfPrefix(group, flagPrefix, report)
  const given = new Set(entries.map(({ id }) => id))
  const placed = groups.flatMap(([first]) => (first?.id && !given.has(first.id) ? [first.id] : []))
  return { flags: shared(groups, total, report), byPlace: new Set(placed) }
}

/** Warns of a flag that nobody can solve, because each of its texts solves one that stands before it. */
function warnOfTwins(groups: Entry[][], report: Report): void {
  groups.forEach((group, at) => {
    const firsts = group.map(({ kind, content }) =>
      kind === 'static'
        ? groups
            .slice(0, at)
            .find(other => other.some(one => one.kind !== 'bound' && isAnswer(one, content)))
        : undefined,
    )
    const [first] = firsts
    if (group[0] && first?.[0] && firsts.every(Boolean))
      report.warn(
        group[0].path,
        `has the text of flag '${first[0].id}', which counts first, so nobody can solve it`,
      )
  })
}

/** Warns of a flag that has the form of a flag, but in each of its texts another prefix than the event. */
function warnOfPrefix(group: Entry[], flagPrefix: string, report: Report): void {
  const prefixes = group.map(({ kind, content, caseInsensitive }) => {
    const prefix = kind === 'static' ? /^([\w-]+)\{.*\}$/.exec(content)?.[1] : undefined
    const isEvents = caseInsensitive
      ? prefix?.toLowerCase() === flagPrefix.toLowerCase()
      : prefix === flagPrefix
    return isEvents ? undefined : prefix
  })
  const [first] = group
  if (first && prefixes.every(prefix => prefix !== undefined))
    report.warn(
      first.path,
      `begins with '${prefixes[0]}{', but flagPrefix in event.yaml is '${flagPrefix}'`,
    )
}

/** Others do nothing: `point: 40` would be an equal share. */
const known = new Set(['type', 'content', 'data', 'id', 'points'])

function readEntry(source: Source, item: unknown, path: FieldPath, report: Report): Entry | null {
  const block = isRecord(item) ? item : {}
  const contentPath = isRecord(item) ? [...path, 'bound' in block ? 'id' : 'content'] : path
  const kind = block.type ?? 'static'
  const id = source.textAt([...path, 'id']) ?? null
  const content = source.textAt(contentPath) ?? (kind === 'bound' ? (id ?? undefined) : undefined)
  const drop = (message: string) => {
    report.warn(path, `${message}; this flag is left out`)
    return null
  }
  if (kind !== 'static' && kind !== 'regex' && kind !== 'bound')
    return drop(`has type '${String(kind)}', which is none of static, regex and bound`)
  if (content === undefined || content.trim() === '')
    return drop(
      isRecord(item) ? 'has no content (a flag with ": " in it needs quotes)' : 'is empty',
    )
  if (id !== null && !/^[A-Za-z0-9_!-]+$/.test(id))
    return drop('has an id with more than letters, digits, dash, underscore and exclamation mark')
  if (kind === 'bound' && !/^[A-Za-z0-9_!-]+$/.test(content))
    return drop('is bound and needs an id of letters, digits, dash, underscore or exclamation mark')
  if (kind === 'static' && /^[\w-]+\{[^}]*$/.test(content))
    report.warn(path, 'has no closing brace; a flag with " #" in it needs quotes')
  if (kind === 'static' && /[\n\r]/.test(content.trim()))
    report.warn(path, 'has several lines, which nobody can type; write each flag by itself')
  warnOfUnknown(block, known, path, report)
  const { data } = block
  if (data && data !== 'case_insensitive' && data !== 'case_sensitive')
    report.warn(path, `has data '${String(data)}', which is not case_insensitive: its case counts`)
  const entry = {
    kind,
    content: content.trim(),
    caseInsensitive: data === 'case_insensitive',
    id,
    points: readPoints(block.points, path, report),
    path,
  } as const
  if (kind === 'regex') {
    try {
      if (matchesPattern(compilePattern(entry), randomBytes(11).toString('hex')))
        report.warn(path, 'is a pattern that accepts any text')
    } catch (error) {
      // The pattern is left out of the message, because problems go to the log, and the pattern reveals the
      // flag.
      const reason = messageOf(error).split(': ').at(-1)
      return drop(`is not a pattern that can be used here (${reason})`)
    }
  }
  return entry
}

function readPoints(points: unknown, path: FieldPath, report: Report): number | null {
  if (points === undefined || points === null) return null
  if (typeof points === 'number' && points >= 1 && points <= 1e9) return points
  report.warn([...path, 'points'], 'must be a number from 1; the flag shares what is left')
  return null
}

function grouped(entries: Entry[], eachCounts: boolean): Entry[][] {
  const named = eachCounts || entries.some(({ id, kind }) => id !== null || kind === 'bound')
  if (!named) return entries.length > 0 ? [entries] : []
  const groups = new Map<string, Entry[]>()
  const ids = new Set(entries.map(({ id }) => id))
  entries.forEach((entry, at) => {
    const number = `${at + 1}`
    const id = entry.id ?? (ids.has(number) ? `flag-${number}` : number)
    groups.set(id, [...(groups.get(id) ?? []), { ...entry, id }])
  })
  return [...groups.values()]
}

function shared(groups: Entry[][], total: number, report: Report): FlagDefinition[] {
  const points = groups.map(group => group.find(entry => entry.points !== null)?.points ?? null)
  const given = points.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const open = points.filter(one => one === null).length
  const fits = open > 0 ? given < total : given === total
  if (given > 0 && !fits) {
    const stated = given === total ? `${given}` : `${given}, but the challenge has ${total}`
    const effects = [
      ...(open > 0 ? ['those without points get nothing'] : []),
      ...(given === total ? [] : ['they share in proportion']),
    ]
    report.warn(['flags'], `their points add up to ${stated}; ${effects.join(', and ')}`)
  }
  const rest = open > 0 && fits ? (total - given) / open : 0
  const weights = points.map(one => (given === 0 ? 1 : (one ?? rest)))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return groups.flatMap(([first, ...others], at) => {
    if (!first) return []
    const share = (weights[at] ?? 0) / sum
    return [{ id: first.id ?? '1', ...textOf(first), share, alternatives: others.map(textOf) }]
  })
}

const textOf = ({ kind, content, caseInsensitive }: Entry): FlagText => ({
  kind,
  content,
  caseInsensitive,
})
