/**
 * Keeps the old reference of every part of a JSON value that did not change, so that an unchanged
 * answer renders nothing. Returns `old` itself where the whole is equal.
 */
export function share<T>(old: T | undefined, next: T): T {
  if (Object.is(old, next)) return next
  if (Array.isArray(old) && Array.isArray(next)) {
    const shared = next.map((item, index) => share(old[index], item))
    const same = old.length === next.length && shared.every((item, index) => item === old[index])
    return (same ? old : shared) as T
  }
  if (isRecord(old) && isRecord(next)) {
    const keys = Object.keys(next)
    const shared = Object.fromEntries(keys.map(key => [key, share(old[key], next[key])]))
    const same =
      keys.length === Object.keys(old).length &&
      keys.every(key => key in old && shared[key] === old[key])
    return (same ? old : shared) as T
  }
  return next
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
