import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { isReady } from '../../machines/app/selectors.ts'
import { openDialog } from '../../machines/dialogs/selectors.ts'
import { isPaletteOpen } from '../../machines/palette/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { EndedBanner } from './banner.tsx'
import { FirstLoad } from './first-load.tsx'
import { Header } from './header.tsx'
import { Pages } from './pages.tsx'
import css from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

const Dialogs = lazy(async () => ({ default: (await import('../dialogs/dialogs.tsx')).Dialogs }))

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }))

/** What surrounds every page. */
export function Shell() {
  const ready = useSelector(useApp(), isReady)
  const { dialogs, palette } = useSignedIn()
  const hasDialog = useSelector(dialogs, snapshot => openDialog(snapshot) !== null)
  const hasPalette = useSelector(palette, isPaletteOpen)
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        <Trans>Skip to the content</Trans>
      </a>
      <Header />
      <Sidebar />
      <main id="content" className={css.content} tabIndex={-1}>
        {ready ? (
          <>
            <EndedBanner />
            {/* Another box than the spinner's, which the banner would move. */}
            <div key="page" className={css.page}>
              <Pages />
            </div>
          </>
        ) : (
          <div key="loading" className={css.page}>
            <FirstLoad />
          </div>
        )}
      </main>
      <Suspense>{hasDialog && <Dialogs />}</Suspense>
      <Suspense>{hasPalette && <Palette />}</Suspense>
    </div>
  )
}
