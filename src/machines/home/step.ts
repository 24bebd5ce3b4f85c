import { type Facts, isTeamMissing, takesPart } from '../../domain/facts.ts'

/** What home shows; `unknown` until it can be decided. */
export type Step = 'unknown' | 'team' | 'upcoming' | 'scoreGroup' | 'play' | 'over'

/** The first step whose condition holds, in the order of spec §2. */
export function stepOf(facts: Facts): Step {
  if (!facts.isReady) return 'unknown'
  const isOver = facts.phase === 'over' || facts.isReadOnly
  if (isTeamMissing(facts) && !isOver) return 'team'
  if (facts.phase === 'upcoming') return 'upcoming'
  if (!facts.hasScoreGroup && !isOver) return 'scoreGroup'
  return takesPart(facts) ? 'play' : 'over'
}
