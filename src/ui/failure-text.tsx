import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Failure } from '../machines/answer.ts'

interface Props {
  readonly failure: Failure
  /** What a code means on the page that shows it, where that says more. */
  readonly own?: Readonly<Record<string, ReactNode>>
}

/** Why something failed that should not have. */
export function FailureText({ failure: { code, message }, own }: Props) {
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
    default:
      return <Trans>The server said: {message}</Trans>
  }
}
