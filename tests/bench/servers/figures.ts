export interface Figures {
  /** Prints a measured value, which may be `bound` at most. */
  atMost(name: string, value: number, bound: number, unit: string): void
  /** Prints a measured value, which must be `bound` at least. */
  atLeast(name: string, value: number, bound: number, unit: string): void
}

/** Prints figures beside their bounds; one that breaks its bound fails the process. */
export function createFigures(): Figures {
  const show = (name: string, value: number, bound: string, unit: string, holds: boolean) => {
    const shown = value.toFixed(Number.isInteger(value) ? 0 : 1)
    console.log(`${holds ? 'ok  ' : 'OVER'}  ${name}: ${shown} ${unit} (${bound} ${unit})`)
    if (!holds) process.exitCode = 1
  }
  return {
    atMost: (name, value, bound, unit) =>
      show(name, value, `at most ${bound}`, unit, value <= bound),
    atLeast: (name, value, bound, unit) =>
      show(name, value, `at least ${bound}`, unit, value >= bound),
  }
}

/** The value at this part of the sorted values: at 0.99, only the largest hundredth is above it. */
export const share = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
