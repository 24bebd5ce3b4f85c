import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import type { GeneralPage, Page, PageName } from '../../machines/navigation/pages.ts'
import type { AnyIcon } from '../art/icon.tsx'
import { onDemand } from '../loading/on-demand.tsx'

interface PageEntry<N extends PageName> {
  /** A page without a view shows a spinner: it is a step of the sign-in or sign-out. */
  readonly view?: ComponentType<{ page: Extract<Page, { name: N }> }> & {
    preload(): Promise<unknown>
  }
  /** A page without a title is named after the thing that it shows. */
  readonly title?: MessageDescriptor
}

/** A page that the sidebar and the palette list. */
interface GeneralPageEntry<N extends PageName> extends PageEntry<N> {
  readonly title: MessageDescriptor
  readonly icon: AnyIcon
}

/**
 * The view of each page, its title and its icon. `machines/navigation/pages.ts` has its rules. The build reads here
 * which file a page begins with (`scripts/build/early.ts`).
 */
export const pageViews: {
  readonly [N in PageName]: N extends GeneralPage ? GeneralPageEntry<N> : PageEntry<N>
} = {
  home: {
    view: onDemand(async () => (await import('../home/home-page.tsx')).HomePage),
    title: msg`Home`,
    icon: 'home',
  },
  ownTeam: {
    view: onDemand(async () => (await import('../team/team-page.tsx')).TeamPage),
    title: msg`Your team`,
    icon: 'team',
  },
  join: {
    view: onDemand(async () => (await import('../join/join-page.tsx')).JoinPage),
    title: msg`Join a team`,
  },
  scoreboard: {
    view: onDemand(async () => (await import('../scoreboard/scoreboard-page.tsx')).ScoreboardPage),
    title: msg`Scoreboard`,
    icon: 'trophy',
  },
  solvesCalendar: {
    view: onDemand(async () => (await import('../calendar/calendar-page.tsx')).CalendarPage),
    title: msg`Flag Calendar`,
    icon: 'calendar',
  },
  account: {
    view: onDemand(async () => (await import('../account/account-page.tsx')).AccountPage),
  },
  announcements: {
    view: onDemand(
      async () => (await import('../announcements/announcements-page.tsx')).AnnouncementsPage,
    ),
    title: msg`Announcements`,
    icon: 'bell',
  },
  flugzeug: {
    view: onDemand(async () => (await import('../flugzeug/flugzeug-page.tsx')).FlugzeugPage),
    title: msg`Flugzeug VM`,
    icon: 'plane',
  },
  challenge: {
    view: onDemand(async () => (await import('../challenge/challenge-page.tsx')).ChallengePage),
  },
  login: { title: msg`Sign in` },
  afterLoginRedirect: { title: msg`Sign in` },
  logout: { title: msg`Sign out` },
  notFound: {
    view: onDemand(async () => (await import('./not-found-page.tsx')).NotFoundPage),
    title: msg`Page not found`,
  },
}

/** Fetches a page's code while its data is still loading. */
export const preloadPage = (name: PageName) => pageViews[name].view?.preload()
