import type { History, ScoreboardEntry } from '../api/contract.ts'

/** The points that an account has from this moment on. */
export interface RaceStep {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly points: number
}

export interface RaceLine {
  readonly accountId: string
  readonly name: string
  /** Earliest first. Before the first one the account had 0 points. */
  readonly steps: readonly RaceStep[]
  readonly isOwn: boolean
}

/** How accounts came to their points. */
export interface Race {
  readonly lines: readonly RaceLine[]
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
}

interface RaceSpan {
  /** ISO timestamps. */
  readonly start: string
  readonly end: string
  /** From then on the board does not change: an ISO timestamp. */
  readonly frozenSince: string | null
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The race from the start of the event until now, its end or the freeze; null while nobody has points. */
export function raceOf(
  { series }: History,
  { start, end, frozenSince, now }: RaceSpan,
  ownId: string | undefined,
): Race | null {
  const from = Date.parse(start)
  const last = frozenSince === null ? Date.parse(end) : Date.parse(frozenSince)
  const to = Math.max(from + 1, Math.min(now, last))
  const lines = series.map(({ accountId, displayName, points }) => ({
    accountId,
    name: displayName,
    steps: points
      .map(step => ({ at: Date.parse(step.time), points: step.points }))
      .filter(({ at }) => at <= to),
    isOwn: accountId === ownId,
  }))
  return lines.some(({ steps }) => steps.length > 0) ? { lines, from, to } : null
}

/** The points that an account had at a moment. */
export const pointsAt = ({ steps }: RaceLine, time: number) =>
  steps.findLast(({ at }) => at <= time)?.points ?? 0

/** This many accounts have a line, and the user's own. */
const RACERS = 10

/** How many lines the race will have, as the board tells before the race is read. */
export function raceSize(board: readonly ScoreboardEntry[], ownId: string | undefined): number {
  const first = board.slice(0, RACERS).filter(({ flags, points }) => flags > 0 || points > 0)
  const hasOwn = !ownId || first.some(({ accountId }) => accountId === ownId)
  return first.length === 0 || hasOwn ? first.length : first.length + 1
}
