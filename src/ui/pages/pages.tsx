import { useSelector } from '@xstate/react'
import { type ComponentType, Suspense, useRef } from 'react'
import type { Page } from '../../machines/navigation/pages.ts'
import { useApp } from '../app-context.tsx'
import { BrokenPage } from '../loading/broken-part.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { FocusOnPageChange } from './focus-on-page-change.tsx'
import { PageSpinner } from './page-spinner.tsx'
import { PageTitle } from './page-title.tsx'
import { pageViews } from './page-views.tsx'

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
        <PageView page={page} />
        <FocusOnPageChange page={key} last={last} />
      </Suspense>
    </PartBoundary>
  )
}

function PageView({ page }: { page: Page }) {
  // TypeScript does not see that this view takes this page.
  const View = pageViews[page.name].view as ComponentType<{ page: Page }> | undefined
  return View ? <View page={page} /> : <PageSpinner />
}
