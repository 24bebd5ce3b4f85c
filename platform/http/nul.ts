/**
 * Whether an address or its cookies hold the NUL character. No name, token or text has one, and
 * PostgreSQL's text holds every character but this.
 */
export const hasNul = (address = '', cookie = ''): boolean => /%00|\0/.test(address + cookie)

/** Whether a text, or any text within, holds it. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => holdsNul(key) || holdsNul(one))
}
