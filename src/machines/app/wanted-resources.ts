import { hasExtension } from '../../domain/extensions.ts'
import { canPlay, canSeeScores, type Facts } from '../../domain/facts.ts'
import { type Page, type PageResource, rulesOf } from '../navigation/pages.ts'

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
