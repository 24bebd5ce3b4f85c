import type { InputFrom } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import type { AccountRef } from '../../domain/account.ts'
import { hasExtension } from '../../domain/extensions.ts'
import { canPlay, canSeeScores, type Facts, noExtensions } from '../../domain/facts.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import { SLOW_INTERVAL } from '../constants.ts'
import { isPaused, phaseOf } from '../event/selectors.ts'
import { type Page, type PageResource, rulesOf } from '../navigation/pages.ts'
import type { ResourceInput } from '../resource/machine.ts'
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
  const details = children.eventDetails.getSnapshot().context
  const hasDetails = hasExtension(metadata, 'event')
  const facts: Facts = {
    isReady:
      phase !== null &&
      user !== undefined &&
      stats !== undefined &&
      (!teamMode || team !== undefined) &&
      // If they cannot be read, the app continues without them.
      (!hasDetails || details.data !== undefined || details.failure !== null),
    phase,
    isPaused: isPaused(children.event.getSnapshot()),
    isReadOnly: metadata?.isReadOnly === true,
    teamMode,
    hasTeam: teamMode && Boolean(team),
    hasScoreGroup: stats?.accountHasScoreGroup ?? false,
    isBanned: stats?.isBanned ?? false,
    flugzeugEnabled: enabled.data ?? (enabled.failure ? 'unreadable' : null),
    extensions: metadata?.extensions ?? noExtensions,
  }
  return canPlay(facts) ? facts : { ...facts, flugzeugEnabled: null }
}

/** The resources that sleep while they are not needed. */
export type SleepingResource =
  | 'team'
  | 'catalogue'
  | 'flugzeugEnabled'
  | 'eventDetails'
  | 'submissions'
  | PageResource

export function wantedResources(
  facts: Facts,
  page: Page | null,
): Record<SleepingResource, boolean> {
  const resources = (page && rulesOf(page.name).resources) ?? []
  return {
    team: facts.teamMode,
    catalogue: canPlay(facts),
    flugzeugEnabled: canPlay(facts),
    eventDetails: hasExtension(facts, 'event'),
    scoreboard: resources.includes('scoreboard'),
    history:
      resources.includes('history') && canSeeScores(facts) && hasExtension(facts, 'scoreboard'),
    solveTimes: resources.includes('solveTimes'),
    submissions: wantsSubmissions(facts, page) && hasExtension(facts, 'account'),
  }
}

/** In an event without teams, the page of the user's own account shows what the team's page shows otherwise. */
function wantsSubmissions({ teamMode }: Facts, page: Page | null): boolean {
  return page?.name === 'ownTeam' || (page?.name === 'account' && !teamMode)
}

/** Invokes a resource that is read every `interval` milliseconds while it is active. */
export const reads = <N extends string>(name: N, interval: number, startsActive = false) => ({
  src: name,
  id: name,
  input: ({ context: { clock, input } }: { context: AppContext }) => ({
    clock,
    interval,
    startsActive,
    random: input.random,
  }),
})

export const accountInput = (
  { input: { random }, clock }: AppContext,
  subject: AccountRef,
): ResourceInput => ({
  clock,
  random,
  subject,
  interval: SLOW_INTERVAL,
  startsActive: true,
})

export function challengeInput(
  { input, clock, facts, stats }: AppContext,
  { categorySlug, challengeSlug }: ChallengeRef,
  parent: ParentRef,
): InputFrom<typeof challengeMachine> {
  const challenge = { categorySlug, challengeSlug }
  const id = challengeId(challenge)
  return { id, challenge, clock, facts, stats, parent, random: input.random }
}
