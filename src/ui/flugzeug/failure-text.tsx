import { Trans } from '@lingui/react/macro'
import type { Failure } from '../../machines/answer.ts'

/** Why something failed that should not have. */
export function FailureText({ failure: { code, message } }: { failure: Failure }) {
  switch (code) {
    case 'TIME_RESTRICTED':
      return <Trans>The event does not allow this at the moment.</Trans>
    case 'NO_SCORE_GROUP_SELECTED':
      return <Trans>Choose a score group first.</Trans>
    case 'NO_ACCOUNT':
      return <Trans>Join or create a team first.</Trans>
    case 'UNSUPPORTED_ORCHESTRATOR_OPERATION':
      return <Trans>The server cannot run desktops at the moment.</Trans>
    default:
      return <Trans>The server said: {message}</Trans>
  }
}
