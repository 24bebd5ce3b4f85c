/** The message of what a run throws; null if it throws nothing. */
export function problemIn<T>(check: (script: T) => void, script: T): string | null {
  try {
    check(script)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Leaves out steps of a run as long as the first line of its error stays the same. */
export function shortened<Step>(
  steps: readonly Step[],
  problemOf: (steps: readonly Step[]) => string | null,
): readonly Step[] {
  const kindOf = (problem: string | null) => problem?.split('\n')[0]
  const kind = kindOf(problemOf(steps))
  let best = steps
  for (let size = Math.max(1, best.length >> 1); size >= 1; size >>= 1) {
    for (let at = 0; at < best.length; ) {
      const fewer = best.toSpliced(at, size)
      if (kindOf(problemOf(fewer)) === kind) best = fewer
      else at += size
    }
  }
  return best
}
