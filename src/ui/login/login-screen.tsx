import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { loginStepOf } from '../../machines/session/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { Wordmark } from '../art/guidon.tsx'
import { Spinner } from '../loading/spinner.tsx'
import { LoginFailure } from './login-failure.tsx'
import css from './login-screen.module.css'

/** Shown while nobody is signed in, or while that is not known. */
export function LoginScreen() {
  const { t } = useLingui()
  const step = useSelector(useAppChildren().session, loginStepOf)
  const texts = {
    processing: t`Processing login...`,
    redirecting: t`Redirecting to login page...`,
    loggingOut: t`Processing logout...`,
    waiting: t`Waiting for authentication...`,
  }
  return (
    <main className={css.screen}>
      <title>{`${t`Sign in`} · Guidon`}</title>
      <h1>
        <Wordmark size="3rem" />
      </h1>
      {step === 'failed' ? (
        <LoginFailure />
      ) : (
        <div className={css.step}>
          <Spinner size="1.75rem" />
          <p role="status">{texts[step]}</p>
        </div>
      )}
    </main>
  )
}
