import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { changeFailureOf, readAtOf, readFailureOf } from '../../machines/flugzeug/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { useIsOffline } from '../feedback/data-age.tsx'
import { Notice } from '../feedback/notice.tsx'
import css from './flugzeug.module.css'
import { FlugzeugFailureText } from './flugzeug-failure-text.tsx'

/** Failures, and the age of the shown data. */
export function Messages() {
  const { t, i18n } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const offline = useIsOffline()
  const failure = useSelector(flugzeug, changeFailureOf)
  const readFailure = useSelector(flugzeug, readFailureOf)
  // Each poll changes the time, but an unchanged answer must render nothing. So it is read only while
  // shown.
  const age = useSelector(flugzeug, snapshot =>
    offline || readFailure ? readAtOf(snapshot) : null,
  )
  const time = age !== null && i18n.date(new Date(age), { timeStyle: 'medium' })
  return (
    <div className={css.messages} role="status">
      {failure && (
        <Notice tone="danger" title={t`That did not work.`}>
          <FlugzeugFailureText code={failure.code} />
        </Notice>
      )}
      {time && offline && (
        <Notice tone="warn" icon="clock">
          <Trans>You are offline. Last update: {time}.</Trans>
        </Notice>
      )}
      {time && !offline && readFailure && (
        <Notice tone="warn" icon="clock">
          <Trans>The state of your desktop could not be refreshed. Last update: {time}.</Trans>
        </Notice>
      )}
    </div>
  )
}
