import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Failure, FailureCode, SignInCode } from '../../domain/answer.ts'
import { useAppChildren } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { Notice } from '../feedback/notice.tsx'
import css from './sign-in-screen.module.css'

/** The sign-in failed and is tried again after a delay. The browser's console says why. */
export function SignInFailure() {
  const { t } = useLingui()
  const { session } = useAppChildren()
  const failure = useSelector(session, ({ context }) => context.failure)
  return (
    <Notice
      tone="danger"
      live="assertive"
      title={t`Sign-in failed.`}
      action={
        <Button variant="primary" onClick={() => session.send({ type: 'session.retry' })}>
          <Trans>Try now</Trans>
        </Button>
      }
    >
      {failure && (
        <p className={cx(failure.code === 'SIGN_IN_REFUSED' && css.reason)}>
          <Reason failure={failure} />
        </p>
      )}
      <p>
        <Trans>Retrying shortly…</Trans>
      </p>
    </Notice>
  )
}

function Reason({ failure: { code, message } }: { readonly failure: Failure }) {
  switch (code) {
    case 'NO_STORAGE':
      return (
        <Trans>
          Your browser does not let this site remember the sign-in. Open the site in a new tab. If
          that does not help, allow it to store data.
        </Trans>
      )
    case 'INSECURE':
      return (
        <Trans>
          Browsers allow a sign-in only at an address with https. Ask the organisers for it.
        </Trans>
      )
    case 'UNREACHABLE':
      return (
        <Trans>
          No connection to the sign-in. Check your network. If it keeps happening, tell the
          organisers.
        </Trans>
      )
    // The platform's log says why.
    case 'SIGN_IN_LOST':
      return (
        <Trans>
          You signed in, but this site did not accept it. If it keeps happening, tell the
          organisers.
        </Trans>
      )
    // The identity provider says this to the user.
    case 'SIGN_IN_REFUSED':
      return message
    default:
      code satisfies Exclude<FailureCode, SignInCode>
      return (
        <Trans>
          The sign-in service did not answer as expected. If it keeps happening, tell the
          organisers.
        </Trans>
      )
  }
}
