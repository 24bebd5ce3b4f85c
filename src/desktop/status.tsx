import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { type Condition, condition } from '../machines/desktop/selectors.ts'
import { Button } from '../ui/controls/button.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { useActors } from './actors.tsx'
import css from './status.module.css'

/** What is the matter, while there is no connection. */
export function Status() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const now = useSelector(desktop, condition)
  const canConnect = useSelector(desktop, snapshot => snapshot.can({ type: 'desktop.connect' }))
  const words: Record<Condition, string> = {
    connecting: t`Connecting to your desktop …`,
    connected: '',
    reconnecting: t`The line was cut. Connecting again …`,
    refused: t`Asking for a new ticket …`,
    ended: t`The desktop was stopped.`,
    exhausted: t`The line did not come back.`,
    unanswered: t`The desktop can be opened from the page of the competition only.`,
  }
  const isBusy = now === 'connecting' || now === 'reconnecting' || now === 'refused'
  return (
    <div className={css.live} aria-live="polite">
      {now !== 'connected' && (
        <div className={css.cover} data-busy={isBusy || undefined}>
          <div className={css.card}>
            {isBusy && <Spinner size="1.5rem" />}
            <p>{words[now]}</p>
            {canConnect && (
              <Button
                variant={isBusy ? 'secondary' : 'primary'}
                icon="refresh"
                onClick={() => desktop.send({ type: 'desktop.connect' })}
              >
                {isBusy ? <Trans>Try now</Trans> : <Trans>Connect again</Trans>}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
