/**
 * Whether an address or its cookies contain the NUL character. No name, token or text has one, and it is
 * the one character that PostgreSQL's text cannot contain.
 */
export const hasNul = (address = '', cookie = ''): boolean => /%00|\0/.test(address + cookie)

/** Whether a text, or any text within a value, contains it. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => holdsNul(key) || holdsNul(one))
}
