import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Failure } from '../../domain/answer.ts'

interface Props {
  readonly failure: Failure
  /** What a code means on the page that shows it, where that says more. */
  readonly own?: Readonly<Record<string, ReactNode>>
}

/** Why something failed that should not have: in the user's words, for messages are for developers. */
export function FailureText({ failure: { code }, own }: Props) {
  if (own?.[code]) return own[code]
  switch (code) {
    case 'TIME_RESTRICTED':
      return <Trans>The event does not allow this at the moment.</Trans>
    case 'NO_SCORE_GROUP_SELECTED':
      return <Trans>Choose a score group first.</Trans>
    case 'NO_ACCOUNT':
      return <Trans>Join or create a team first.</Trans>
    case 'LIMITED':
      return <Trans>Too many attempts. Wait a moment and try again.</Trans>
    case 'UNREADABLE':
      return (
        <Trans>
          The server's answer makes no sense to this page. Reload it. If that does not help, tell
          the organisers.
        </Trans>
      )
    default:
      return (
        <Trans>
          Something went wrong on the server ({code}). Try again in a moment. If it happens again,
          tell the organisers.
        </Trans>
      )
  }
}
