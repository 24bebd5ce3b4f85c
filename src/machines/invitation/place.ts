import type { Facts } from '../../domain/facts.ts'

/** Where a user with an invitation stands; `unknown` until it can be decided. */
export type Place = 'none' | 'unknown' | 'noTeams' | 'inTeam' | 'over' | 'asking'

/** @param token of the invitation; null: the user has none */
export function placeOf(token: string | null, facts: Facts): Place {
  if (token === null) return 'none'
  if (!facts.isReady) return 'unknown'
  if (!facts.teamMode) return 'noTeams'
  if (facts.hasTeam) return 'inTeam'
  return facts.phase === 'over' || facts.isReadOnly ? 'over' : 'asking'
}
