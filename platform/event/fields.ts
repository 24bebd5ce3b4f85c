import * as v from 'valibot'
import { messageOf } from '../log-errors.ts'
import { parseDuration } from './times.ts'
import { isRecord, isStructure } from './yaml-data.ts'

/** Building blocks of `event.yaml` and of our own blocks in a challenge: strict, in plain words. */

const asWritten = v.string(issue =>
  isMissing(issue) ? 'is missing' : notText(issue, 'must be text; put it in quotes'),
)

/** `{en: …, de: …}` is a mistake of its own, where the app shows the same text to everybody. */
function notText({ input }: { input: unknown }, otherwise: string): string {
  return isStructure(input) ? 'must be one text, for all languages' : otherwise
}

/** Markdown, which may be empty. */
export const description = v.optional(
  v.string(issue => notText(issue, 'must be text')),
  '',
)

/** Keeps white space around it. */
export const password = v.pipe(asWritten, v.nonEmpty('is empty'))

export const text = v.pipe(asWritten, v.trim(), v.nonEmpty('is empty'))

/** A time is read later, because it may be counted from another one: see times.ts. */
export const time = v.pipe(
  v.string(issue => (isMissing(issue) ? 'is missing' : 'must be a time like 2026-05-01T09:00:00Z')),
  text,
)

export const flag = v.boolean('must be true or false')

export const count = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be 1 or more'),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'is larger than any number here'),
)

/** A count, or `unlimited` as null. */
export const limit = v.union(
  [
    count,
    v.pipe(
      v.literal('unlimited'),
      v.transform(() => null),
    ),
    v.null(),
  ],
  "must be a whole number from 1, or 'unlimited'",
)

/** `90s`, `1h 30m`, `2 days`; milliseconds. */
export const duration = v.pipe(
  v.string("must be a duration like 45m or '1h 30m'"),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return parseDuration(dataset.value.trim())
    } catch (error) {
      addIssue({ message: messageOf(error) })
      return NEVER
    }
  }),
)

/** How long an environment or a desktop runs. A shorter one would end before anybody could use it. */
export const lifetime = v.pipe(duration, v.minValue(60_000, 'must be 1m or more'))

/** Node's timers end at once if they are longer than 24 days. */
export const startTimeout = v.pipe(
  duration,
  v.minValue(1000, 'must be 1s or more'),
  v.maxValue(86_400_000, 'must be 1d or less'),
)

/** `256 MB`, `1 GB` or megabytes as a number. */
export const memory = v.pipe(
  v.union(
    [
      count,
      v.pipe(
        v.string(),
        v.regex(/^\d+\s*(MB|MiB|M|GB|GiB|G)$/i),
        v.transform(size => Number.parseInt(size, 10) * (/g/i.test(size) ? 1024 : 1)),
      ),
    ],
    'must be a size like 256 MB or 1 GB',
  ),
  v.minValue(16, 'must be 16 MB or more'),
  v.maxValue(1024 * 1024, 'must be 1 TB or less'),
)

export const processors = v.pipe(
  v.number('must be a number, like 0.5 or 2'),
  v.minValue(0.1, 'must be 0.1 or more'),
  v.maxValue(64, 'must be 64 or less'),
)

/** An object with known fields. An unknown one is a mistake, and its message suggests a known one. */
export function block<const E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, issue => {
    const key = String(issue.path?.at(-1)?.key)
    if (issue.expected === 'never')
      return `is not known here; ${suggest(key, Object.keys(entries))}`
    const [first] = Object.keys(entries)
    return isMissing(issue) ? 'is missing' : `must be a block of fields, like { ${first}: … }`
  })
}

/** One value, or a block in its place. A union would not say which field of the block is wrong. */
export const orBlock = <One extends v.GenericSchema, Block extends v.GenericSchema>(
  one: One,
  fields: Block,
) => v.lazy((given): One | Block => (isRecord(given) ? fields : one))

export const list = <S extends v.GenericSchema>(item: S) =>
  v.array(item, 'must be a list; write each entry on a line with a dash')

const isMissing = (issue: v.BaseIssue<unknown>) => issue.received === 'undefined'

/** The known name that is nearest to a mistyped one, or all of them. */
export function suggest(name: string, known: string[]): string {
  const near = nearest(name, known)
  return near ? `did you mean ${near}?` : `known are ${known.join(', ')}`
}

/** The known name of which another one may be a mistyped form. */
export const nearest = (name: string, known: Iterable<string>): string | undefined =>
  [...known]
    .filter(other => isNear(name, other))
    .sort((a, b) => mistakes(name, a) - mistakes(name, b))[0]

/** Whether a name may be a mistyped other one. */
export const isNear = (name: string, other: string): boolean => mistakes(name, other) <= 2

const mistakes = (name: string, other: string) => distance(name.toLowerCase(), other.toLowerCase())

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The path of an issue, as a source knows it. */
export function issuePath(issue: v.BaseIssue<unknown>): (string | number)[] {
  return (issue.path ?? []).map(step => step.key as string | number)
}
