import { useSelector } from '@xstate/react'
import { type ComponentType, type ReactNode, Suspense, useRef } from 'react'
import { partActor } from '../../machines/app/children.ts'
import { type Page, rulesOf } from '../../machines/navigation/pages.ts'
import { machineState } from '../../machines/on-demand.ts'
import { useApp } from '../app-context.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { BrokenPage } from '../loading/broken-part.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { FocusOnPageChange } from './focus-on-page-change.tsx'
import { PageTitle } from './page-title.tsx'
import { pageViews, preloadPage } from './page-views.tsx'

/** The page that the app decided on. */
export function Pages() {
  const page = useSelector(useApp(), snapshot => snapshot.context.page)
  const last = useRef<string | null>(null)
  if (!page) return <PageSpinner />
  const key = JSON.stringify(page)
  return (
    <PartBoundary key={key} fallback={retry => <BrokenPage retry={retry} />}>
      <PageTitle page={page} />
      <Suspense fallback={<PageSpinner />}>
        <ShownPage page={page} shown={<FocusOnPageChange page={key} last={last} />} />
      </Suspense>
    </PartBoundary>
  )
}

interface ShownPageProps {
  page: Page
  /** Beside the page, once that is shown. */
  shown: ReactNode
}

function ShownPage({ page, shown }: ShownPageProps) {
  const actor = useSelector(useApp(), snapshot => partActor(snapshot, page))
  const machine = useSelector(actor, snapshot => snapshot && machineState(snapshot))
  // TypeScript does not see that this view takes this page.
  const View = pageViews[page.name].view as ComponentType<{ page: Page }> | undefined
  const isComplete = machine === 'loaded' || rulesOf(page.name).part === undefined
  if (View && isComplete) {
    return (
      <>
        <View page={page} />
        {shown}
      </>
    )
  }
  if (machine === 'failed') {
    return <BrokenPage retry={() => actor?.send({ type: 'machine.load' })} />
  }
  // The view is loaded at the same time as the machine.
  preloadPage(page.name)?.catch(() => {})
  return <PageSpinner />
}
