import type { AccountStats, Metadata, Team } from '../../../../src/api/contract.ts'
import type { Facts } from '../../../../src/domain/facts.ts'
import type { Page, PageName, pages } from '../../../../src/machines/navigation/pages.ts'
import { challenge } from '../../data.ts'

/** What the sentences know of the app. */
export interface AppKnown {
  readonly access: 'not configured' | 'signedOut' | 'visiting' | 'signedIn'
  readonly path: string
  readonly token: string | undefined
  readonly metadata: Metadata | null
  readonly hasUser: boolean
  readonly stats: AccountStats | undefined
  /** Null: the user has none. Undefined: nobody knows. */
  readonly team: Team | null | undefined
  readonly hasDetails: boolean
  readonly mayUseDesktop: boolean | null
  readonly hasStream: boolean
  /** The page that is shown. */
  readonly page: Page | null
  /** Whether all data for the first page was there once. */
  readonly wasReady: boolean
  /** Whether the actor of a challenge's page lives, even after the page was left. */
  readonly isChallengeAlive: boolean
}

/** What is known of a user who has just signed in, or if nobody is signed in. */
export const nothing = {
  metadata: null,
  hasUser: false,
  stats: undefined,
  team: undefined,
  hasDetails: false,
  mayUseDesktop: null,
  hasStream: false,
  page: null,
  wasReady: false,
  isChallengeAlive: false,
}

export const isSignedIn = ({ access }: AppKnown) => access === 'signedIn'
export const has = ({ metadata }: AppKnown, extension: string) =>
  metadata?.extensions?.includes(extension) === true

const teamMode = ({ metadata }: AppKnown) => metadata?.teamModeEnabled === true
const isInTeam = (known: AppKnown) => !teamMode(known) || Boolean(known.team)
const hasGroup = ({ stats }: AppKnown) => stats?.accountHasScoreGroup === true

export const wantsTeam = (known: AppKnown) => isSignedIn(known) && teamMode(known)
/** Whether the user plays: the event of the model runs from the beginning. */
export const plays = (known: AppKnown) =>
  isSignedIn(known) && known.metadata !== null && hasGroup(known) && isInTeam(known)

export const isReady = (known: AppKnown) =>
  known.metadata !== null &&
  known.hasUser &&
  known.stats !== undefined &&
  (!teamMode(known) || known.team !== undefined) &&
  (!has(known, 'event') || known.hasDetails)

export const factsIn = (known: AppKnown): Facts => ({
  isReady: isReady(known),
  phase: known.metadata ? 'running' : null,
  isPaused: known.metadata?.isPaused === true,
  isReadOnly: false,
  teamMode: teamMode(known),
  hasTeam: teamMode(known) && Boolean(known.team),
  hasScoreGroup: hasGroup(known),
  isBanned: false,
  flugzeugEnabled: plays(known) ? known.mayUseDesktop : null,
  extensions: known.metadata?.extensions ?? [],
})

export const challengePath = `/challenge/${challenge.categorySlug}/${challenge.challengeSlug}`

/** Where the path leads: to a page, to another path, or nowhere yet. */
export type Lead = { readonly page: Page } | { readonly to: '/' } | null

type PathOf<Rules> = Rules extends { path: infer P extends string } ? P : never
type PathWithParams = `${string}{${string}`
/** A model of its own opens invitations, and the others are steps of the sign-in. */
type Unvisited = '/join' | '/auth/login' | '/auth/redirect' | PathWithParams
type Visited = Exclude<PathOf<(typeof pages)[PageName]>, Unvisited>

interface VisitedPage {
  readonly page: Page
  /** Null: nobody knows yet. */
  readonly mayOpen: (known: AppKnown) => boolean | null
}

/** A page that is missing here does not compile. */
const pageAt: Readonly<Record<Visited, VisitedPage> & Record<string, VisitedPage>> = {
  '/': { page: { name: 'home' }, mayOpen: () => true },
  '/my-team': {
    page: { name: 'ownTeam' },
    mayOpen: known => wantsTeam(known) && Boolean(known.team),
  },
  '/scoreboard': { page: { name: 'scoreboard' }, mayOpen: plays },
  '/solves-calendar': { page: { name: 'solvesCalendar' }, mayOpen: plays },
  '/accounts/them': {
    page: { name: 'account', accountId: 'them' },
    mayOpen: known => plays(known) && has(known, 'scoreboard'),
  },
  '/announcements': {
    page: { name: 'announcements' },
    mayOpen: known => has(known, 'announcements'),
  },
  '/flugzeug': {
    page: { name: 'flugzeug' },
    mayOpen: known => plays(known) && known.mayUseDesktop,
  },
  '/auth/logout': { page: { name: 'logout' }, mayOpen: () => true },
  [challengePath]: { page: { name: 'challenge', ...challenge }, mayOpen: plays },
}

/** All paths except that of the home page. */
export const paths = [
  ...Object.keys(pageAt).filter(path => path !== '/'),
  '/auth/login',
] as readonly `/${string}`[]

export function leadOf(known: AppKnown): Lead {
  const visited = pageAt[known.path]
  if (!isSignedIn(known)) return null
  if (!visited) return { to: '/' }
  const { page, mayOpen } = visited
  if (page.name === 'logout') return { page }
  const isOpen = isReady(known) ? mayOpen(known) : null
  if (isOpen === null) return null
  return isOpen ? { page } : { to: '/' }
}
