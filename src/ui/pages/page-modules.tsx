import type { Page } from '../../machines/navigation/pages.ts'
import { onDemand } from '../loading/on-demand.tsx'

export const HomePage = onDemand(async () => (await import('../home/home-page.tsx')).HomePage)
export const TeamPage = onDemand(async () => (await import('../team/team-page.tsx')).TeamPage)
export const ScoreboardPage = onDemand(
  async () => (await import('../scoreboard/scoreboard-page.tsx')).ScoreboardPage,
)
export const CalendarPage = onDemand(
  async () => (await import('../calendar/calendar-page.tsx')).CalendarPage,
)
export const FlugzeugPage = onDemand(
  async () => (await import('../flugzeug/flugzeug-page.tsx')).FlugzeugPage,
)
export const ChallengePage = onDemand(
  async () => (await import('../challenge/challenge-page.tsx')).ChallengePage,
)
export const NotFoundPage = onDemand(
  async () => (await import('./not-found-page.tsx')).NotFoundPage,
)

const pages: Partial<Record<Page['name'], { preload(): Promise<unknown> }>> = {
  home: HomePage,
  ownTeam: TeamPage,
  scoreboard: ScoreboardPage,
  solvesCalendar: CalendarPage,
  flugzeug: FlugzeugPage,
  challenge: ChallengePage,
  notFound: NotFoundPage,
}

/** Fetches a page's code while what it shows is still under way. */
export const preloadPage = (name: Page['name']): Promise<unknown> | undefined =>
  pages[name]?.preload()
