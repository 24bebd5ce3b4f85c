import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ResourceRef } from '../../machines/resource/machine.ts'
import { failureIn } from '../../machines/resource/selectors.ts'
import { FailureText } from '../feedback/failure-text.tsx'
import { LoadFailed } from './load-failed.tsx'

/** Shown instead of data that could not be loaded. It says why, and offers to try again. */
export function ResourceFailure<T>({ of, alone }: { of: ResourceRef<T>; alone?: boolean }) {
  const { t } = useLingui()
  const failure = useSelector(of, failureIn)
  const isFetching = useSelector(of, snapshot => snapshot.hasTag('fetching'))
  return (
    <LoadFailed
      alone={alone}
      title={t`This could not be loaded.`}
      busy={isFetching}
      retry={() => of.send({ type: 'resource.refresh' })}
    >
      {failure && <FailureText code={failure.code} />}
    </LoadFailed>
  )
}
