import { isNear, suggest } from '../fields.ts'
import type { Report } from '../problems.ts'
import { isRecord } from '../yaml-data.ts'

/**
 * Reports what may be meant to keep a challenge closed: it would be open to everybody, or need fewer flags, if such a
 * mistake were ignored.
 *
 * @returns whether there is such a mistake
 */
export function reportUnclear(data: Record<string, unknown>, report: Report): boolean {
  const { state, logic, requirements } = data
  let isUnclear = false
  const leaveOut = (path: string[], message: string) => {
    report.add('left out', path, message)
    isUnclear = true
  }
  const isNeither = (value: unknown, known: readonly string[]) =>
    value !== undefined && value !== null && !known.includes(value as string)
  if (isNeither(state, ['visible', 'hidden']))
    leaveOut(['state'], `'${String(state)}' is neither visible nor hidden`)
  if (logic === 'team')
    report.warn(['logic'], "'team' is not known here; any flag of a list is enough")
  else if (isNeither(logic, ['any', 'all']))
    leaveOut(['logic'], `'${String(logic)}' is neither any nor all`)
  for (const [field, value] of Object.entries(data)) {
    if (mayHide(field, value))
      leaveOut([field], "is not known here; to hide the challenge, write 'state: hidden'")
    const meant = meantBy(field)
    if (meant && meant !== field) leaveOut([field], `is not known here; did you mean ${meant}?`)
  }
  if (isRecord(requirements)) {
    const known = ['prerequisites', 'anonymize']
    const unknown = Object.keys(requirements).filter(field => !known.includes(field))
    for (const field of unknown)
      leaveOut(['requirements', field], `is not known here; ${suggest(field, known)}`)
    if (unknown.length === 0 && !('prerequisites' in requirements))
      leaveOut(['requirements'], 'has no prerequisites')
  }
  return isUnclear
}

/** Fields of other tools, and what they are for a challenge that is shown. */
const whereShown = { hidden: false, draft: false, disabled: false, visible: true, enabled: true }

const mayHide = (field: string, value: unknown) =>
  Object.hasOwn(whereShown, field) && value !== whereShown[field as keyof typeof whereShown]

/** The field that may be meant by another one that no tool has. */
function meantBy(field: string): string | undefined {
  if (/^(pre-?)?requi/i.test(field) || isNear(field, 'requirements')) return 'requirements'
  return ['states', 'stat', 'sate', 'staet'].includes(field.toLowerCase()) ? 'state' : undefined
}
