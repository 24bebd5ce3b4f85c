/**
 * Whether an address or its cookies contain the NUL character. PostgreSQL cannot store it in a text, and no name,
 * token or text needs it.
 */
export const hasNulInAddress = (address = '', cookie = ''): boolean =>
  /%00|\0/.test(address + cookie)

/** Whether a text, or any text within a value, contains it. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => hasNul(key) || hasNul(one))
}
