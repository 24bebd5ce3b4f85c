import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { type ReactNode, Suspense } from 'react'
import { isReady } from '../../machines/app/selectors.ts'
import { openDialog } from '../../machines/dialogs/selectors.ts'
import { isPaletteOpen } from '../../machines/palette/selectors.ts'
import { Toast } from '../announcements/toast.tsx'
import { useApp, useSignedIn } from '../app-context.tsx'
import { EndedBanner } from '../event/ended-banner.tsx'
import { Header } from '../header/header.tsx'
import { BrokenDialog } from '../loading/broken-part.tsx'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { Pages } from '../pages/pages.tsx'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { FirstLoad } from './first-load.tsx'
import css from './shell.module.css'

const Dialogs = onDemand(async () => (await import('../dialogs/dialogs.tsx')).Dialogs)

const Palette = onDemand(async () => (await import('../palette/palette.tsx')).Palette)

/** What surrounds every page. */
export function Shell() {
  const app = useApp()
  const ready = useSelector(app, isReady)
  const phase = useSelector(app, snapshot => snapshot.context.facts.phase)
  const readOnly = useSelector(app, snapshot => snapshot.context.facts.isReadOnly)
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
            <EndedBanner phase={phase} isReadOnly={readOnly} />
            {/* The key gives the page a box of its own. The banner would move the spinner's box. */}
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
      <Toast />
      {hasDialog && (
        <Overlay close={() => dialogs.send({ type: 'dialog.close' })}>
          <Dialogs />
        </Overlay>
      )}
      {hasPalette && (
        <Overlay close={() => palette.send({ type: 'palette.close' })}>
          <Palette />
        </Overlay>
      )}
    </div>
  )
}

/** Dialogs over the page; their code loads on demand. */
function Overlay({ close, children }: { close: () => void; children: ReactNode }) {
  return (
    <PartBoundary fallback={retry => <BrokenDialog retry={retry} close={close} />}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  )
}
