import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { signInStepOf } from '../../machines/session/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { EventMark } from '../event/event-mark.tsx'
import { useBrand } from '../event/use-event.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { SignInFailure } from './sign-in-failure.tsx'
import css from './sign-in-screen.module.css'

/** Shown while nobody is signed in, or while that is not known. */
export function SignInScreen() {
  const { t } = useLingui()
  const { name } = useBrand()
  const step = useSelector(useAppChildren().session, signInStepOf)
  const texts = {
    processing: t`Processing login...`,
    redirecting: t`Redirecting to login page...`,
    signingOut: t`Processing logout...`,
    waiting: t`Waiting for authentication...`,
  }
  return (
    <main className={css.screen}>
      <title>{`${t`Sign in`} · ${name}`}</title>
      <h1>
        <EventMark size="3rem" />
      </h1>
      {step === 'failed' ? (
        <SignInFailure />
      ) : (
        <div className={css.step}>
          <Spinner size="1.75rem" />
          <p role="status">{texts[step]}</p>
        </div>
      )}
    </main>
  )
}
