import { isNear } from './fields.ts'
import type { ChallengeValue } from './model.ts'
import type { Report } from './problems.ts'
import { isRecord } from './yaml-data.ts'
import type { FieldPath } from './yaml-source.ts'

/** The points of a challenge whose file does not say. */
export const defaultPoints = 100
/** Sums of points beyond 2⁵³ would be wrong. A sum of numbers such as 1e308 would not be a number at all. */
export const maxPoints = 1e9

/**
 * Points as ctfcli writes them: `value`, and for `type: dynamic` its `extra` block.
 *
 * @param usual for a challenge that says nothing; null: 100 points
 */
export function readValue(
  data: Record<string, unknown>,
  report: Report,
  usual: ChallengeValue | null = null,
): ChallengeValue {
  if (usual && isEmpty(data.value) && isEmpty(data.extra)) return usual
  const { value, type } = data
  const given = isRecord(value) ? undefined : bounded(numberOf(value), ['value'], report)
  const extra = isRecord(data.extra) ? data.extra : isRecord(value) ? value : {}
  const initial = bounded(numberOf(extra.initial), ['extra', 'initial'], report) ?? given
  const decay = numberOf(extra.decay)
  const minimum = numberOf(extra.minimum)
  // Plugins of CTFd (containers, kubectf) have types of their own, and score as dynamic.
  const isWhole = [extra.initial, extra.decay, extra.minimum].every(
    one => numberOf(one) !== undefined,
  )
  const isDynamic = type === 'dynamic' || (type !== 'standard' && isWhole)
  if (!isWhole && type !== 'standard')
    warnOfMistyped(extra, [extra === value ? 'value' : 'extra'], report)
  if (isDynamic && initial !== undefined && decay !== undefined && decay >= 1) {
    const most = positive(initial)
    const least = positive(minimum ?? 0)
    if (least > most)
      report.warn([extra === value ? 'value' : 'extra', 'minimum'], aboveInitial(most))
    return {
      kind: 'dynamic',
      initial: most,
      decay,
      minimum: Math.min(least, most),
      function: readFunction(extra.function ?? data.function, report),
    }
  }
  if (type === 'dynamic')
    report.warn(['extra'], 'needs initial and decay (1 or more); the value stays as it is')
  else if (isEmpty(type) && numberOf(extra.decay) !== undefined)
    report.warn(['extra'], "has no effect without 'type: dynamic'")
  else if (!isEmpty(type) && type !== 'standard')
    report.warn(['type'], `'${String(type)}' is not known here; treated as standard`)
  const points = given ?? initial
  if (points !== undefined && points >= 0) return { kind: 'static', points }
  const problem = isEmpty(value) ? 'missing' : points === undefined ? 'not a number' : 'less than 0'
  report.warn(['value'], `is ${problem}; counts as ${defaultPoints} points`)
  return { kind: 'static', points: defaultPoints }
}

const extraFields = ['initial', 'decay', 'minimum']

/** Plugins of CTFd have other fields in `extra`, which are no mistake. */
function warnOfMistyped(extra: Record<string, unknown>, path: FieldPath, report: Report) {
  const fields = Object.keys(extra)
  for (const field of fields) {
    const meant = extraFields.find(one => one !== field && isNear(field, one))
    if (meant && !fields.includes(meant) && !extraFields.includes(field))
      report.warn([...path, field], `is not known here; did you mean ${meant}?`)
  }
}

/** The message for a minimum that is above the initial value. */
export const aboveInitial = (initial: number) =>
  `is more than initial: the points stay at ${initial}`

const isEmpty = (value: unknown) => value === undefined || value === null

function readFunction(text: unknown, report: Report): 'linear' | 'logarithmic' {
  if (text === 'linear' || text === 'logarithmic') return text
  if (text !== undefined && text !== null)
    report.warn(['extra', 'function'], `'${String(text)}' is not known; logarithmic is used`)
  return 'logarithmic'
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function bounded(points: number | undefined, path: FieldPath, report: Report): number | undefined {
  if (points === undefined || points <= maxPoints) return points
  report.warn(path, 'is more than 1,000,000,000 points; counts as 1,000,000,000')
  return maxPoints
}

const positive = (number: number) => Math.max(0, number)
