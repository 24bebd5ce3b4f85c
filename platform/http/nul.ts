/**
 * Whether an address or its cookies contain the NUL character. PostgreSQL cannot store it in a text, and no name,
 * token or text needs it.
 */
export const hasNul = (address = '', cookie = ''): boolean => /%00|\0/.test(address + cookie)

/** Whether a text, or any text within a value, contains it. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => holdsNul(key) || holdsNul(one))
}
