import { canSeeScores, canUseFlugzeug, type Facts, isTeamMissing } from '../../domain/facts.ts'
import type { Page } from './pages.ts'

/** A page that has a link of its own, wherever the event's challenges do not matter. */
export type GeneralPage = Extract<
  Page['name'],
  'home' | 'ownTeam' | 'scoreboard' | 'solvesCalendar' | 'flugzeug'
>

const offers: readonly [GeneralPage, (facts: Facts) => boolean][] = [
  ['home', () => true],
  ['ownTeam', facts => facts.teamMode && !isTeamMissing(facts)],
  ['scoreboard', canSeeScores],
  ['solvesCalendar', canSeeScores],
  ['flugzeug', canUseFlugzeug],
]

/** The general pages that are offered to this user, in the order of the sidebar. */
export const generalPages = (facts: Facts): readonly GeneralPage[] =>
  offers.filter(([, isOffered]) => isOffered(facts)).map(([page]) => page)
