import { useSelector } from '@xstate/react'
import { Suspense, useRef } from 'react'
import type { Page } from '../../machines/navigation/pages.ts'
import { useApp } from '../app-context.tsx'
import { BrokenPage } from '../loading/broken-part.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { FocusOnPageChange } from './focus-on-page-change.tsx'
import * as pages from './page-modules.tsx'
import { PageSpinner } from './page-spinner.tsx'
import { PageTitle } from './page-title.tsx'

/** The page that the app decided on. */
export function Pages() {
  const page = useSelector(useApp(), snapshot => snapshot.context.page)
  const last = useRef<string | null>(null)
  if (!page) return <PageSpinner />
  const key = JSON.stringify(page)
  return (
    <PartBoundary key={key} fallback={(_, retry) => <BrokenPage retry={retry} />}>
      <PageTitle page={page} />
      <Suspense fallback={<PageSpinner />}>
        {viewOf(page)}
        <FocusOnPageChange page={key} last={last} />
      </Suspense>
    </PartBoundary>
  )
}

function viewOf(page: Page) {
  switch (page.name) {
    case 'home':
      return <pages.HomePage />
    case 'ownTeam':
      return <pages.TeamPage />
    case 'scoreboard':
      return <pages.ScoreboardPage />
    case 'solvesCalendar':
      return <pages.CalendarPage />
    case 'flugzeug':
      return <pages.FlugzeugPage />
    case 'challenge':
      return <pages.ChallengePage page={page} />
    case 'notFound':
      return <pages.NotFoundPage />
    case 'login':
    case 'afterLoginRedirect':
    case 'logout':
      return <PageSpinner />
  }
}
