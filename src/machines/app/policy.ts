import type { InputFrom } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import { canPlay, type Facts } from '../../domain/facts.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import { phaseOf } from '../event/selectors.ts'
import { type Page, type PageResource, rulesOf } from '../navigation/pages.ts'
import { challengeId, type SignedInChildren } from './children.ts'
import type { AppContext } from './context.ts'
import type { ParentRef } from './events.ts'

/** The facts, from the children's data. */
export function factsOf(children: SignedInChildren): Facts {
  const { metadata } = children.event.getSnapshot().context
  const phase = phaseOf(children.event.getSnapshot())
  const user = children.user.getSnapshot().context.data
  const stats = children.stats.getSnapshot().context.data
  const team = children.team.getSnapshot().context.data
  const enabled = children.flugzeugEnabled.getSnapshot().context
  const teamMode = metadata?.teamModeEnabled ?? false
  const facts: Facts = {
    isReady:
      phase !== null &&
      user !== undefined &&
      stats !== undefined &&
      (!teamMode || team !== undefined),
    phase,
    teamMode,
    hasTeam: teamMode && Boolean(team),
    hasScoreGroup: stats?.accountHasScoreGroup ?? false,
    flugzeugEnabled: enabled.data ?? (enabled.failure ? 'unreadable' : null),
  }
  return canPlay(facts) ? facts : { ...facts, flugzeugEnabled: null }
}

/** The resources that sleep while they are not needed. */
export type SleepingResource = 'team' | 'catalogue' | 'flugzeugEnabled' | PageResource

export function wantedResources(
  facts: Facts,
  page: Page | null,
): Record<SleepingResource, boolean> {
  const resources = (page && rulesOf(page.name).resources) ?? []
  return {
    team: facts.teamMode,
    catalogue: canPlay(facts),
    flugzeugEnabled: canPlay(facts),
    scoreboard: resources.includes('scoreboard'),
    solveTimes: resources.includes('solveTimes'),
  }
}

export function challengeInput(
  { input, clock, stats }: AppContext,
  { categorySlug, challengeSlug }: ChallengeRef,
  parent: ParentRef,
): InputFrom<typeof challengeMachine> {
  const challenge = { categorySlug, challengeSlug }
  return { id: challengeId(challenge), challenge, clock, stats, parent, random: input.random }
}
