/**
 * Keeps the reference of every part of a JSON value that did not change, so that an unchanged answer
 * renders nothing. Returns `old` itself if all is equal.
 */
export function share<T>(old: T | undefined, next: T): T {
  if (Object.is(old, next) || isShared(next)) return next
  if (Array.isArray(old) && Array.isArray(next)) return shareItems(old, next) as T
  if (isRecord(old) && isRecord(next)) return shareFields(old, next) as T
  return next
}

const marked = new WeakSet<object>()

const isShared = (value: unknown) => isRecord(value) && marked.has(value)

/** Marks an answer whose parts were shared with the one before, so that it is not gone through once more. */
export function markShared<T extends object>(answer: T): T {
  marked.add(answer)
  return answer
}

function shareItems(old: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  let same = old.length === next.length
  const shared = next.map((item, index) => {
    const kept = share(old[index], item)
    if (kept !== old[index]) same = false
    return kept
  })
  return same ? old : shared
}

type Fields = Readonly<Record<string, unknown>>

/** Copies only if it must: a scoreboard has ten thousand of these, and processors may be slow. */
function shareFields(old: Fields, next: Fields): Fields {
  let same = true
  let count = 0
  let copy: Record<string, unknown> | null = null
  for (const key in next) {
    count += 1
    const kept = share(old[key], next[key])
    if (kept !== old[key] || !(key in old)) same = false
    if (kept !== next[key]) {
      copy ??= { ...next }
      copy[key] = kept
    }
  }
  if (same && Object.keys(old).length === count) return old
  return copy ?? next
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
