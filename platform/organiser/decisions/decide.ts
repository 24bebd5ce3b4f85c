import { isRefOf, rowKey } from '../../event/challenge-key.ts'
import type { ChallengeDefinition, EventDefinition } from '../../event/model.ts'
import type { Decisions, MovableTime, Step } from './decisions.ts'

type Times = Pick<EventDefinition, MovableTime | 'start'>

/**
 * The event as it counts at a moment.
 *
 * @param base as its files say
 * @param now milliseconds since the epoch
 */
export function decide(base: EventDefinition, decisions: Decisions, now: number): EventDefinition {
  return {
    ...base,
    ...decidedTimes(base, decisions),
    ...decidedChallenges(base, decisions, now),
    ...(decisions.pausedSince !== null && { isPaused: true as const }),
    ...(decisions.registration !== 'open' && { registration: decisions.registration }),
    announcements: [
      ...base.announcements,
      ...decisions.announcements.map(one => ({ ...one, time: new Date(one.time) })),
    ].sort((a, b) => b.time.getTime() - a.time.getTime()),
  }
}

/** Milliseconds since the epoch. Null: time alone no longer changes anything, unless the clock is set back. */
export function nextChange({ challenges }: Decisions, now: number): number | null {
  const coming = momentsOf(challenges).filter(at => at > now)
  return coming.length > 0 ? Math.min(...coming) : null
}

/** Whether something counts at one moment and not at the other: also if the clock was set back. */
export const differsBetween = ({ challenges }: Decisions, one: number, other: number): boolean =>
  momentsOf(challenges).some(at => at <= one !== at <= other)

const momentsOf = (challenges: Decisions['challenges']): number[] =>
  Object.values(challenges).flatMap(steps => steps.map(({ at }) => Date.parse(at)))

/** @param byFile whether its file hides it, which counts before the first step */
export const isHiddenAt = (
  steps: readonly Step[] | undefined,
  now: number,
  byFile: boolean,
): boolean => steps?.findLast(({ at }) => Date.parse(at) <= now)?.isHidden ?? byFile

function decidedChallenges(base: EventDefinition, decisions: Decisions, now: number) {
  const isHidden = (one: ChallengeDefinition) =>
    isHiddenAt(decisions.challenges[rowKey(one.rowName)], now, one.isHidden ?? false)
  const hidden = base.challenges.filter(isHidden)
  if (hidden.length === 0 && Object.keys(decisions.hints).length === 0) return {}
  const challenges = base.challenges
    .filter(one => !hidden.includes(one))
    .map(one => ({
      ...one,
      hints: [...one.hints, ...(decisions.hints[rowKey(one.rowName)] ?? [])],
      // Nobody could solve a hidden one first.
      requires: one.requires.filter(ref => !hidden.some(other => isRefOf(ref, other))),
    }))
  return {
    challenges,
    categories: base.categories.filter(({ slug }) =>
      challenges.some(({ categorySlug }) => categorySlug === slug),
    ),
  }
}

/** Times that are out of order, because the files changed meanwhile, do not count. */
function decidedTimes(base: EventDefinition, { times }: Decisions): Partial<Times> {
  const timeOf = (name: MovableTime): Date | null => {
    const moved = times[name]
    if (!moved || moved.was !== isoOf(base[name])) return base[name]
    return moved.is === null ? null : new Date(moved.is)
  }
  const end = timeOf('end') ?? base.end
  const postPlayEnd = timeOf('postPlayEnd') ?? base.postPlayEnd
  const moved = { start: base.start, end, postPlayEnd, freeze: timeOf('freeze') }
  return disorder(moved) ? {} : moved
}

/** @returns what is wrong with these times, in words */
export function disorder({ start, end, postPlayEnd, freeze }: Times): string | null {
  if (end <= start) return 'the end is not after the start'
  if (postPlayEnd < end) return 'the end of post play is before the end'
  if (freeze && (freeze <= start || freeze >= end))
    return 'the freeze is not between the start and the end'
  return null
}

export const isoOf = (time: Date | null): string | null => time?.toISOString() ?? null
