import type { Facts } from '../../domain/facts.ts'

/** Where a user with an invitation stands; `unknown` until it can be decided. */
export type InvitationState = 'none' | 'unknown' | 'noTeams' | 'inTeam' | 'over' | 'asking'

/** @param token of the invitation; null: the user has none */
export function invitationStateOf(token: string | null, facts: Facts): InvitationState {
  if (token === null) return 'none'
  if (!facts.isReady) return 'unknown'
  if (!facts.teamMode) return 'noTeams'
  if (facts.hasTeam) return 'inTeam'
  return facts.phase === 'over' || facts.isReadOnly ? 'over' : 'asking'
}
