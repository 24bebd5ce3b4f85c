import { Trans } from '@lingui/react/macro'
import type { Failure } from '../../domain/answer.ts'
import { FailureText } from '../feedback/failure-text.tsx'

/** A failure in the words of a challenge's page. */
export function ChallengeFailureText({ failure }: { failure: Failure }) {
  return (
    <FailureText
      failure={failure}
      own={{
        NOT_FOUND: <Trans>This challenge does not exist any more.</Trans>,
        UNSUPPORTED_ORCHESTRATOR_OPERATION: <Trans>This environment does not support that.</Trans>,
      }}
    />
  )
}
