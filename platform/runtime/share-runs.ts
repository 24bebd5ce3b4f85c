import pLimit from 'p-limit'

/**
 * Runs a task for many who ask, never twice at once. Those who ask while it runs share the next run, which begins after
 * they asked.
 */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  const turn = pLimit(1)
  let next: Promise<T> | null = null
  return () => {
    next ??= turn(() => {
      next = null
      return run()
    })
    return next
  }
}
