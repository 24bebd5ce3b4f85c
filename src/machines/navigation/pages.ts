import type { CallName, Calls, ChallengeRef, Extension } from '../../api/contract.ts'
import { hasExtension } from '../../domain/extensions.ts'
import {
  canOpenFlugzeug,
  canPlay,
  canSeeScores,
  canUseFlugzeug,
  type Facts,
} from '../../domain/facts.ts'
import { fillPath, type Path, readerOf } from '../../domain/path.ts'

/** A resource that only some pages read. */
export type PageResource = 'scoreboard' | 'history' | 'solveTimes'

/** A part of the app with the machine of an actor that this page shows. */
export type PagePart =
  | 'home'
  | 'membership'
  | 'invitation'
  | 'flugzeug'
  | 'announcements'
  | 'challenge'

/** Whether the user may open a page; null while nobody knows. */
type Condition = (facts: Facts) => boolean | null

/** The rules of a page. Its view is in `ui/pages/page-views.tsx`: what reads the rules often cannot load a view. */
export interface PageRules {
  /** `{name}` is a parameter of the page. The page without a path is shown if no other path fits. */
  readonly path?: Path
  /**
   * Who may open it. A function is asked once the facts are ready. Absent: nobody. `always`: every signed-in user, even
   * before the data is loaded. `signIn`: no signed-in user, because the page is a step of the sign-in. It redirects to
   * the page that the user asked for.
   */
  readonly access?: 'always' | 'signIn' | Condition
  /** The extension by which everybody may open it, without a session. Absent: the page needs one. */
  readonly publicBy?: Extension
  /**
   * Whether sidebar and palette have a link to it, in the order of the table. A function is used instead of `access`.
   */
  readonly isGeneral?: true | ((facts: Facts) => boolean)
  readonly resources?: readonly PageResource[]
  /** Loaded with the page. */
  readonly part?: PagePart
  /**
   * What it reads, the most urgent first. The early script requests it before the app's code is loaded.
   * Parameters of the page that are not in the path go into the query. Absent: the early script does not run.
   */
  readonly early?: readonly Calls[CallName]['path'][]
}

/** Every page (spec §2). */
export const pages = {
  home: { path: '/', access: () => true, isGeneral: true, part: 'home', early: [] },
  ownTeam: {
    path: '/my-team',
    access: facts => facts.teamMode && facts.hasTeam,
    isGeneral: true,
    part: 'membership',
    resources: ['history'],
    early: [],
  },
  /** A link to it invites to a team: `/join#TOKEN`. */
  join: { path: '/join', access: () => true, part: 'invitation', early: [] },
  scoreboard: {
    path: '/scoreboard',
    access: canSeeScores,
    publicBy: 'publicScoreboard',
    isGeneral: true,
    resources: ['scoreboard', 'history'],
    early: ['/v1/stats/scoreboard'],
  },
  solvesCalendar: {
    path: '/solves-calendar',
    access: canSeeScores,
    isGeneral: true,
    resources: ['solveTimes'],
    early: ['/v1/stats/solvetimes'],
  },
  account: {
    path: '/accounts/{accountId}',
    access: facts => canSeeScores(facts) && hasExtension(facts, 'scoreboard'),
    early: [],
  },
  announcements: {
    path: '/announcements',
    access: facts => hasExtension(facts, 'announcements'),
    isGeneral: true,
    part: 'announcements',
    early: [],
  },
  flugzeug: {
    path: '/flugzeug',
    access: canOpenFlugzeug,
    isGeneral: canUseFlugzeug,
    part: 'flugzeug',
    early: ['/v1/user/flugzeug'],
  },
  challenge: {
    path: '/challenge/{categorySlug}/{challengeSlug}',
    access: canPlay,
    part: 'challenge',
    early: [
      '/v1/challenges/{slug}',
      '/v1/challenges/{slug}/instance',
      '/v1/challenges/{slug}/score',
    ],
  },
  login: { path: '/auth/login', access: 'signIn' },
  afterLoginRedirect: { path: '/auth/redirect', access: 'signIn' },
  logout: { path: '/auth/logout', access: 'always' },
  notFound: { access: 'always', early: [] },
} as const satisfies Record<string, PageRules>

/** What a link that invites to a team has before its token. */
export const invitationStart = `${pages.join.path}#`

export type PageName = keyof typeof pages

export const pageNames = Object.keys(pages) as PageName[]

type Parameters<P> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never
type PathOf<N extends PageName> = (typeof pages)[N] extends { path: infer P } ? P : never

/** A page with its parameters. */
export type Page = {
  [N in PageName]: { readonly name: N } & Readonly<Record<Parameters<PathOf<N>>, string>>
}[PageName]

/** A page with `isGeneral`. */
export type GeneralPage = {
  [N in PageName]: (typeof pages)[N] extends { isGeneral: unknown } ? N : never
}[PageName]

/** A page with `publicBy`. */
export type PublicPage = {
  [N in PageName]: (typeof pages)[N] extends { publicBy: unknown } ? N : never
}[PageName]

export const rulesOf = (name: PageName): PageRules => pages[name]

/** Reads a path, with or without query. An unknown path gives `notFound`. */
export function pageOf(path: string): Page {
  const plain = path.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1')
  for (const name of pageNames) {
    const pattern = rulesOf(name).path
    const parameters = pattern && readerOf(pattern)(plain)
    if (parameters) return { name, ...parameters } as Page
  }
  return { name: 'notFound' }
}

/** The extension by which the page of a path is open to visitors; undefined: it is not. */
export const publicBy = (path: string) => rulesOf(pageOf(path).name).publicBy

/** The path of an account's page. */
export const accountPath = (accountId: string): Path => fillPath(pages.account.path, { accountId })

/** The path of a challenge's page. */
export const challengePath = ({ categorySlug, challengeSlug }: ChallengeRef): Path =>
  fillPath(pages.challenge.path, { categorySlug, challengeSlug })

export const samePage = (a: Page | null, b: Page | null) => JSON.stringify(a) === JSON.stringify(b)
