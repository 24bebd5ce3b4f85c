import { nearest } from './fields.ts'
import type { Problem, Severity } from './model.ts'
import type { FieldPath, Source } from './yaml-source.ts'

/** Collects what is wrong in one file; a field's line is looked up in its source. */
export interface Report {
  add(severity: Severity, path: FieldPath, message: string): void
  warn(path: FieldPath, message: string): void
}

export function createReport(source: Source, into: Problem[]): Report {
  const add: Report['add'] = (severity, path, message) =>
    void into.push({
      severity,
      file: source.file,
      line: source.lineAt(path),
      field: fieldName(path),
      message,
    })
  return { add, warn: (path, message) => add('warning', path, message) }
}

/** Warns of each field of a block that nothing reads, and names the one that may be meant. */
export function warnOfUnknown(
  block: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  path: FieldPath,
  report: Report,
): void {
  const absent = [...known].filter(field => !(field in block))
  for (const field of Object.keys(block)) {
    if (known.has(field)) continue
    const meant = nearest(field, absent)
    const then = meant ? `did you mean ${meant}?` : 'it has no effect'
    report.warn([...path, field], `is not known here; ${then}`)
  }
}

/** `['scoreGroups', 1, 'name']` as `scoreGroups[1].name`. */
function fieldName(path: FieldPath): string {
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('')
}

/** The files in the order in which they were read, and each from top to bottom. */
export function fromTop(problems: Problem[]): Problem[] {
  const places = new Map<string, number>()
  for (const { file } of problems) if (!places.has(file)) places.set(file, places.size)
  const placeOf = ({ file }: Problem) => places.get(file) ?? 0
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.line ?? 0) - (b.line ?? 0))
}
