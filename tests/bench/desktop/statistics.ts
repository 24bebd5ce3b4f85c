import type { Kind } from './viewers.ts'

/** The value that is above `part` of the others. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * part
  const [low = Number.NaN, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

/** Median, and the quarter above and below it. */
function spread(values: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map(part => quantile(values, part).toFixed(1))
  return `${middle} (${low} to ${high})`
}

/**
 * A row for each measure: both values, and how much larger ours is in the median of the rounds, with the
 * half of the rounds that lies around it. If that half contains 0, there is no difference.
 */
export function compare(results: Record<Kind, readonly Record<string, number>[]>) {
  const names = Object.keys(results.ours[0] ?? {})
  const of = (kind: Kind, name: string) => results[kind].map(one => one[name] ?? Number.NaN)
  return Object.fromEntries(
    names.map(name => {
      const [ours, plain] = [of('ours', name), of('plain', name)]
      const more = ours.map((value, round) => (value / (plain[round] ?? Number.NaN) - 1) * 100)
      return [
        name,
        { ours: spread(ours), 'noVNC alone': spread(plain), 'ours, % more': spread(more) },
      ]
    }),
  )
}
