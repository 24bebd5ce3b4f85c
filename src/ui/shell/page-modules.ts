import { lazy } from 'react'

export const HomePage = lazy(async () => ({
  default: (await import('../home/home-page.tsx')).HomePage,
}))
export const TeamPage = lazy(async () => ({
  default: (await import('../team/team-page.tsx')).TeamPage,
}))
export const ScoreboardPage = lazy(async () => ({
  default: (await import('../scoreboard/scoreboard-page.tsx')).ScoreboardPage,
}))
export const CalendarPage = lazy(async () => ({
  default: (await import('../calendar/calendar-page.tsx')).CalendarPage,
}))
export const FlugzeugPage = lazy(async () => ({
  default: (await import('../flugzeug/flugzeug-page.tsx')).FlugzeugPage,
}))
export const ChallengePage = lazy(async () => ({
  default: (await import('../challenge/challenge-page.tsx')).ChallengePage,
}))
