import { Trans } from '@lingui/react/macro'
import type { Failure } from '../../domain/answer.ts'
import { FailureText } from '../feedback/failure-text.tsx'

/** A failure in the words of the desktop's page. */
export function FlugzeugFailureText({ failure }: { failure: Failure }) {
  return (
    <FailureText
      failure={failure}
      own={{
        UNSUPPORTED_ORCHESTRATOR_OPERATION: (
          <Trans>The server cannot run desktops at the moment.</Trans>
        ),
      }}
    />
  )
}
