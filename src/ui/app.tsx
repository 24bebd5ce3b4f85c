import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { appMachine } from '../machines/app/machine.ts'
import type { localeMachine } from '../machines/locale/machine.ts'
import { useApp, usePermanent } from './app-context.tsx'
import { NetworkDialog } from './dialogs/network-dialog.tsx'
import { Accent } from './event/accent.tsx'
import { BrokenPage } from './loading/broken-part.tsx'
import { onDemand } from './loading/on-demand.tsx'
import { PartBoundary } from './loading/part-boundary.tsx'
import { Unavailable } from './root-boundary.tsx'
import { Shell } from './shell/shell.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'

/** Loaded on demand, because it is hardly ever shown. */
const ConfigurationError = onDemand(
  async () => (await import('./sign-in/configuration-error.tsx')).ConfigurationError,
)

/** Its code is in the file of the scoreboard's page, since nearly all of it is the same. */
const VisitorPage = onDemand(
  async () => (await import('./scoreboard/scoreboard-page.tsx')).VisitorPage,
)

type Snapshot = SnapshotFrom<typeof appMachine>

const isMisconfigured = (snapshot: Snapshot) => snapshot.matches('failed')
/** No catalogue could be loaded. */
const hasNoTexts = (snapshot: SnapshotFrom<typeof localeMachine>) =>
  i18n.locale === '' && snapshot.matches('failed')
const isVisiting = (snapshot: Snapshot) => snapshot.matches({ running: 'visiting' })
const isSignedIn = (snapshot: Snapshot) => snapshot.matches({ running: 'signedIn' })

/** Shows nothing before a language is active. If no language could be loaded, it says so. */
export function App() {
  const app = useApp()
  const misconfigured = useSelector(app, isMisconfigured)
  const signedIn = useSelector(app, isSignedIn)
  const visiting = useSelector(app, isVisiting)
  if (useSelector(usePermanent().locale, hasNoTexts)) {
    return <Unavailable reason="noTexts" />
  }
  return (
    <I18nProvider i18n={i18n}>
      {misconfigured ? (
        <Suspense>
          <ConfigurationError />
        </Suspense>
      ) : (
        <Accent>
          {signedIn ? <Shell /> : visiting ? <Visitor /> : <SignInScreen />}
          <NetworkDialog />
        </Accent>
      )}
    </I18nProvider>
  )
}

function Visitor() {
  return (
    <PartBoundary
      fallback={retry => (
        <main>
          <BrokenPage retry={retry} />
        </main>
      )}
    >
      <Suspense fallback={<SignInScreen />}>
        <VisitorPage />
      </Suspense>
    </PartBoundary>
  )
}
