/** Lets `count` tasks run at once; the others wait, in order. */
export function createTurns(count: number) {
  let free = count
  const waiting: (() => void)[] = []

  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
