import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useAppChildren } from '../app-context.tsx'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import css from './login-screen.module.css'

/** The login went wrong and is retried after a pause. */
export function LoginFailure() {
  const { t } = useLingui()
  const { session } = useAppChildren()
  const message = useSelector(session, snapshot => snapshot.context.failure?.message)
  return (
    <Notice
      tone="danger"
      live="assertive"
      title={t`The login failed.`}
      action={
        <Button variant="primary" onClick={() => session.send({ type: 'session.retry' })}>
          <Trans>Try now</Trans>
        </Button>
      }
    >
      {message && <p className={css.reason}>{message}</p>}
      <p>
        <Trans>It is tried again in a moment.</Trans>
      </p>
    </Notice>
  )
}
