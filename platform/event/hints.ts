import type { HintDefinition } from './model.ts'
import type { Report } from './problems.ts'
import { asList, isRecord } from './reading.ts'
import type { Path, Source } from './source.ts'
import { readMarkdown } from './texts.ts'

const maxPoints = 1e9

/**
 * Hints as ctfcli has them: texts, or blocks of content and cost. A hint that was taken is stored by its
 * `id`. Without an `id`, its place in the list stands for it.
 */
export function readHints(
  source: Source,
  data: Record<string, unknown>,
  report: Report,
): HintDefinition[] {
  const taken = new Set<string>()
  return asList(data.hints).flatMap((item, at): HintDefinition[] => {
    const path: Path = Array.isArray(data.hints) ? ['hints', at] : ['hints']
    const block = isRecord(item) ? item : {}
    const text = source.textAt(isRecord(item) ? [...path, 'content'] : path)?.trim()
    if (!text) {
      report.warn(path, 'has no content; this hint is left out')
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
    return [
      { id, cost: readCost(block.cost, path, report), text: readMarkdown(text, path, report) },
    ]
  })
}

function readCost(cost: unknown, path: Path, report: Report): number {
  if (cost === undefined || cost === null) return 0
  if (typeof cost === 'number' && cost >= 0 && cost <= maxPoints && Number.isInteger(cost))
    return cost
  report.warn([...path, 'cost'], 'must be a whole number from 0; the hint is free')
  return 0
}
