import { Trans } from '@lingui/react/macro'
import type { FailureCode } from '../../domain/answer.ts'
import { FailureText } from '../feedback/failure-text.tsx'

/** A failure in the words of a challenge's page. */
export function ChallengeFailureText({ code }: { code: FailureCode }) {
  return (
    <FailureText
      code={code}
      own={{
        NOT_FOUND: <Trans>This challenge does not exist any more.</Trans>,
        UNSUPPORTED_ORCHESTRATOR_OPERATION: <Trans>This environment does not support that.</Trans>,
      }}
    />
  )
}
