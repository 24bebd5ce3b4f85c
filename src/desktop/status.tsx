import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import {
  type ConnectionStatus,
  connectionStatusOf,
  isWatcher,
} from '../machines/desktop/selectors.ts'
import { pages } from '../machines/navigation/pages.ts'
import { Button } from '../ui/controls/button.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { useActors } from './actors.tsx'
import { embedder } from './embedder.ts'
import { focusDesktop } from './panels/move-focus.ts'
import css from './status.module.css'

/** Shows why there is no connection, while there is none. */
export function Status() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const now = useSelector(desktop, connectionStatusOf)
  const canConnect = useSelector(desktop, snapshot => snapshot.can({ type: 'desktop.connect' }))
  const watches = useSelector(desktop, isWatcher)
  const words: Record<ConnectionStatus, string> = {
    connecting: watches ? t`Connecting to the desktop…` : t`Connecting to your desktop…`,
    connected: '',
    reconnecting: t`Connection lost. Reconnecting…`,
    refused: t`Reconnecting…`,
    ended: t`The desktop was stopped.`,
    exhausted: t`Could not reconnect.`,
    unanswered: t`Open the desktop from the Flugzeug page.`,
  }
  const isBusy = now === 'connecting' || now === 'reconnecting' || now === 'refused'
  const leadsBack = now === 'unanswered' && embedder === null && !watches
  return (
    <div className={css.live} aria-live="polite" data-connection>
      {now !== 'connected' && (
        <div className={css.cover} data-busy={isBusy || undefined}>
          <div className={css.card}>
            {isBusy && <Spinner size="1.5rem" />}
            <p>{words[now]}</p>
            {leadsBack && (
              <LinkButton variant="primary" href={pages.flugzeug.path}>
                <Trans>Flugzeug VM</Trans>
              </LinkButton>
            )}
            {canConnect && (
              <Button
                variant={isBusy || leadsBack ? 'secondary' : 'primary'}
                icon="refresh"
                onClick={() => {
                  // The button is gone while the page connects.
                  focusDesktop()
                  desktop.send({ type: 'desktop.connect' })
                }}
              >
                {isBusy ? <Trans>Try now</Trans> : <Trans>Reconnect</Trans>}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
