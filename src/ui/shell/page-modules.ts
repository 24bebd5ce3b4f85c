import { lazy } from 'react'
import type { Page } from '../../machines/navigation/pages.ts'

const load = {
  home: () => import('../home/home-page.tsx'),
  ownTeam: () => import('../team/team-page.tsx'),
  scoreboard: () => import('../scoreboard/scoreboard-page.tsx'),
  solvesCalendar: () => import('../calendar/calendar-page.tsx'),
  flugzeug: () => import('../flugzeug/flugzeug-page.tsx'),
  challenge: () => import('../challenge/challenge-page.tsx'),
}

/** Fetches the code of a page before it is shown; the page itself reports what goes wrong. */
export function preloadPage({ name }: Page) {
  if (name in load) load[name as keyof typeof load]().catch(() => {})
}

export const HomePage = lazy(async () => ({ default: (await load.home()).HomePage }))
export const TeamPage = lazy(async () => ({ default: (await load.ownTeam()).TeamPage }))
export const ScoreboardPage = lazy(async () => ({
  default: (await load.scoreboard()).ScoreboardPage,
}))
export const CalendarPage = lazy(async () => ({
  default: (await load.solvesCalendar()).CalendarPage,
}))
export const FlugzeugPage = lazy(async () => ({ default: (await load.flugzeug()).FlugzeugPage }))
export const ChallengePage = lazy(async () => ({
  default: (await load.challenge()).ChallengePage,
}))
