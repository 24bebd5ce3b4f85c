import { canPlay, canSeeScores, canUseFlugzeug, type Facts } from '../../domain/facts.ts'
import { type Page, type Path, pageOf, paths } from './pages.ts'

/** Where a path leads: to a page, to another path, or nowhere before more is known. */
export type Decision =
  | { readonly kind: 'show'; readonly page: Page }
  | { readonly kind: 'redirect'; readonly to: Path }
  | { readonly kind: 'wait' }

const show = (page: Page): Decision => ({ kind: 'show', page })
const wait: Decision = { kind: 'wait' }
const home: Decision = { kind: 'redirect', to: paths.home }

/**
 * The navigation guard, for a user who is signed in: without a token there is nothing to decide,
 * since every path but those of the login leads to the login. `returnTo` is the path that the user
 * asked for before the login.
 */
export function decide(path: string, facts: Facts, returnTo: Path): Decision {
  const page = pageOf(path)
  if (page.name === 'notFound' || page.name === 'logout') return show(page)
  if (page.name === 'login' || page.name === 'afterLoginRedirect') {
    return { kind: 'redirect', to: returnTo }
  }
  if (!facts.isReady) return wait
  if (page.name === 'flugzeug' && canPlay(facts) && facts.flugzeugEnabled === null) return wait
  return isAllowed(page, facts) ? show(page) : home
}

function isAllowed(page: Page, facts: Facts): boolean {
  switch (page.name) {
    case 'ownTeam':
      return facts.teamMode && facts.hasTeam
    case 'scoreboard':
    case 'solvesCalendar':
      return canSeeScores(facts)
    case 'flugzeug':
      return canUseFlugzeug(facts)
    case 'challenge':
      return canPlay(facts)
    default:
      return true
  }
}
