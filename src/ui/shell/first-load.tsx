import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { failureIn } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { FailureText } from '../feedback/failure-text.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { LoadFailed } from '../loading/load-failed.tsx'

/** Shown instead of the page until event, user, stats and team are known. */
export function FirstLoad() {
  const { t } = useLingui()
  const app = useApp()
  const { event, user, stats, team } = useSignedIn()
  const failures = [
    useSelector(event, snapshot => snapshot.context.failure),
    useSelector(user, failureIn),
    useSelector(stats, failureIn),
    useSelector(team, failureIn),
  ]
  const failure = failures.find(one => one !== null)
  if (!failure) return <PageSpinner />
  return (
    <LoadFailed
      alone
      title={t`The event could not be loaded.`}
      retry={() => app.send({ type: 'app.retry' })}
    >
      <FailureText code={failure.code} />
    </LoadFailed>
  )
}
