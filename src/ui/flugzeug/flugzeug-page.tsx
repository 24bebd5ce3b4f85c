import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { shownView } from '../../machines/desktop-view/selectors.ts'
import { viewIn } from '../../machines/flugzeug/selectors.ts'
import { type ShownStatus, statusOf } from '../../machines/flugzeug/status.ts'
import { isFailed } from '../../machines/resource/selectors.ts'
import { useLoaded, useSignedIn } from '../app-context.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { KeepFocus } from '../layout/keep-focus.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { Controls } from './controls.tsx'
import { Desktop } from './desktop.tsx'
import { Broken, Unreadable } from './errors.tsx'
import { Explanations } from './explanations.tsx'
import css from './flugzeug.module.css'
import { Messages } from './messages.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { TeamMateView } from './team-mate-view.tsx'
import { Waiting } from './waiting.tsx'

/** The user's desktop in the browser, and what can be done about it. */
export function FlugzeugPage() {
  const { flugzeugEnabled } = useSignedIn()
  const flugzeug = useLoaded('flugzeug')
  const status = useSelector(flugzeug, statusOf)
  const view = useSelector(flugzeug, viewIn)
  const shown = useSelector(view, snapshot => snapshot && shownView(snapshot)) ?? 'none'
  if (useSelector(flugzeugEnabled, isFailed)) return <ResourceFailure of={flugzeugEnabled} alone />
  if (view && shown !== 'none') return <TeamMateView of={view} shown={shown} />
  return (
    <KeepFocus className={css.page}>
      <header className={css.head}>
        <div className={css.title}>
          <h1>
            <Trans>Flugzeug VM</Trans>
          </h1>
          <p>
            <Trans>Your own computer in the browser, already on the right network.</Trans>
          </p>
        </div>
        <Controls status={status} />
      </header>
      <Messages />
      {viewOf(status)}
      {status !== 'loading' && <Explanations />}
      <ResetDialog />
    </KeepFocus>
  )
}

function viewOf(status: ShownStatus) {
  switch (status) {
    case 'loading':
      return <PageSpinner />
    case 'failed':
      return <Unreadable />
    case 'provisioning':
    case 'starting':
    case 'stopping':
      return <Waiting status={status} />
    case 'running':
      return <Desktop />
    case 'error':
      return <Broken />
    case 'noDesktop':
    case 'stopped':
      return null
  }
}
