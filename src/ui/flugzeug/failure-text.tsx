import { Trans } from '@lingui/react/macro'
import type { Failure } from '../../domain/answer.ts'
import { FailureText as AnyFailureText } from '../feedback/failure-text.tsx'

/** A failure in the words of the desktop's page. */
export function FailureText({ failure }: { failure: Failure }) {
  return (
    <AnyFailureText
      failure={failure}
      own={{
        UNSUPPORTED_ORCHESTRATOR_OPERATION: (
          <Trans>The server cannot run desktops at the moment.</Trans>
        ),
      }}
    />
  )
}
