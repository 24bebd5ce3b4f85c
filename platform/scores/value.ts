import type { ChallengeValue } from '../event/model.ts'

/**
 * What a challenge is worth, in points, after so many accounts of a score group have completed it (`solves`). The
 * dynamic functions are CTFd's: the first to solve gets the initial value.
 */
export function challengeValue(value: ChallengeValue, solves: number): number {
  if (value.kind === 'static') return value.points
  const { initial, minimum } = value
  const decay = Math.max(1, value.decay)
  const later = Math.max(0, solves - 1)
  const points =
    value.function === 'linear'
      ? initial - value.decay * later
      : ((minimum - initial) / decay ** 2) * later ** 2 + initial
  return Math.max(minimum, Math.ceil(points))
}

/**
 * Points of an account that has solved flags with these shares of a challenge. All flags together give all
 * points, even if their shares do not add up exactly.
 */
export function pointsOf(value: number, shares: readonly number[], isComplete: boolean): number {
  if (isComplete) return value
  const solved = shares.reduce((sum, share) => sum + share, 0)
  // A share of 1/3 is not exact: three flags of 100 points each are 100, not 99.
  return Math.floor(value * solved + 1e-6)
}
