import { Trans } from '@lingui/react/macro'
import type { FailureCode } from '../../domain/answer.ts'
import { FailureText } from '../feedback/failure-text.tsx'

/** A failure in the words of the desktop's page. */
export function FlugzeugFailureText({ code }: { code: FailureCode }) {
  return (
    <FailureText
      code={code}
      own={{
        UNSUPPORTED_ORCHESTRATOR_OPERATION: (
          <Trans>The server cannot run desktops at the moment.</Trans>
        ),
      }}
    />
  )
}
