import { maxPoints } from './challenge-points.ts'
import { isNear } from './fields.ts'
import type { HintDefinition } from './model.ts'
import { type Report, warnOfUnknown } from './problems.ts'
import { notOneText, readMarkdown } from './texts.ts'
import { asList, isRecord, isStructure } from './yaml-data.ts'
import type { FieldPath, Source } from './yaml-source.ts'

interface ReadHints {
  hints: HintDefinition[]
  /** The ids that stand for a place in the list, because the file gives none. */
  byPlace: ReadonlySet<string>
}

/**
 * Hints as ctfcli has them: texts, or blocks of content and cost. A hint that was taken is stored by its
 * `id`. Without an `id`, its place in the list stands for it at first.
 */
export function readHints(
  source: Source,
  data: Record<string, unknown>,
  report: Report,
): ReadHints {
  const taken = new Set<string>()
  const byPlace = new Set<string>()
  const hints = asList(data.hints).flatMap((item, at): HintDefinition[] => {
    const path: FieldPath = Array.isArray(data.hints) ? ['hints', at] : ['hints']
    const block = isRecord(item) ? item : {}
    const text = source.textAt(isRecord(item) ? [...path, 'content'] : path)?.trim()
    if (!text) {
      if (isStructure(block.content))
        report.warn([...path, 'content'], `${notOneText}; this hint is left out`)
      else report.warn(path, 'has no content; this hint is left out')
      return []
    }
    for (const field of ['title', 'requirements'])
      if (block[field] !== undefined) report.warn([...path, field], 'has no effect on a hint')
    const given = source.textAt([...path, 'id'])
    const id = given !== undefined && /^[\w-]{1,80}$/.test(given) ? given : `${at + 1}`
    if (given !== undefined && id !== given)
      report.warn(path, 'has an id with more than letters, digits, dash and underscore')
    if (taken.has(id)) {
      report.warn(path, `has the id of another hint, '${id}'; this hint is left out`)
      return []
    }
    taken.add(id)
    if (id !== given) byPlace.add(id)
    const cost = readCost(block, path, report)
    return cost === null ? [] : [{ id, cost, text: readMarkdown(text, path, report) }]
  })
  return { hints, byPlace }
}

/** @returns null if it is not clear. The hint would be free for everybody, and that cannot be undone */
function readCost(block: Record<string, unknown>, path: FieldPath, report: Report): number | null {
  const leftOut = (field: string, message: string) => {
    report.warn([...path, field], `${message}; this hint is left out`)
    return null
  }
  const mistyped = Object.keys(block).find(field => !known.has(field) && isNear(field, 'cost'))
  if (mistyped !== undefined) return leftOut(mistyped, 'is not known here; did you mean cost?')
  warnOfUnknown(block, known, path, report)
  const cost = typeof block.cost === 'string' ? Number(block.cost || Number.NaN) : block.cost
  if (cost === undefined || cost === null) return 0
  if (typeof cost === 'number' && cost >= 0 && cost <= maxPoints && Number.isInteger(cost))
    return cost
  return leftOut('cost', 'must be a whole number from 0')
}

const known = new Set(['id', 'content', 'cost', 'title', 'requirements'])
