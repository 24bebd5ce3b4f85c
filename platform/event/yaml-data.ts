/** A block of fields or a list, and no scalar. */
export const isStructure = (value: unknown): value is object =>
  typeof value === 'object' && value !== null

/** A block of fields, and neither a list nor a scalar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isStructure(value) && !Array.isArray(value)
}

/** A list as it is, nothing as an empty one, and a single thing as a list of it. */
export function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
