import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { appMachine } from '../machines/app/machine.ts'
import { useApp } from './app-context.tsx'
import { NetworkDialog } from './dialogs/network-dialog.tsx'
import { ConfigurationError } from './shell/configuration-error.tsx'
import { LoginScreen } from './shell/login-screen.tsx'
import { Shell } from './shell/shell.tsx'

type Snapshot = SnapshotFrom<typeof appMachine>

const isMisconfigured = (snapshot: Snapshot) => snapshot.matches('failed')
const isSignedIn = (snapshot: Snapshot) => snapshot.matches({ running: 'signedIn' })

/** Shows nothing before a language is active. */
export function App() {
  const app = useApp()
  const misconfigured = useSelector(app, isMisconfigured)
  const signedIn = useSelector(app, isSignedIn)
  return (
    <I18nProvider i18n={i18n}>
      {misconfigured ? (
        <ConfigurationError />
      ) : (
        <>
          {signedIn ? <Shell /> : <LoginScreen />}
          <NetworkDialog />
        </>
      )}
    </I18nProvider>
  )
}
