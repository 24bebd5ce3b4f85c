import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ResourceRef } from '../../machines/resource/machine.ts'
import { failureIn } from '../../machines/resource/selectors.ts'
import { Button } from '../controls/button.tsx'
import { FailureText } from '../feedback/failure-text.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown instead of data that could not be loaded. It says why, and offers to try again. */
export function ResourceFailure<T>({ of, alone }: { of: ResourceRef<T>; alone?: boolean }) {
  const { t } = useLingui()
  const failure = useSelector(of, failureIn)
  const isFetching = useSelector(of, snapshot => snapshot.hasTag('fetching'))
  return (
    <EmptyState
      alone={alone}
      icon="warning"
      title={t`This could not be loaded.`}
      action={
        <Button
          icon="refresh"
          busy={isFetching}
          onClick={() => of.send({ type: 'resource.refresh' })}
        >
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {failure && <FailureText failure={failure} />}
    </EmptyState>
  )
}
