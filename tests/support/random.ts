/** Numbers from 0 to 1 that a seed repeats (mulberry32, public domain). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    /** A whole number from 0 to below `end`. */
    below: (end: number) => Math.floor(next() * end),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
    /** True once in this many times, on average. */
    oneIn: (times: number) => next() < 1 / times,
  }
}

export type Random = ReturnType<typeof createRandom>
