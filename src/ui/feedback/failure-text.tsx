import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FailureCode, SignInCode } from '../../domain/answer.ts'

interface FailureTextProps {
  readonly code: FailureCode
  /** More exact texts for codes, from the page with the failure. */
  readonly own?: Readonly<Partial<Record<FailureCode, ReactNode>>>
}

/** Codes that only the organisers understand. A code that is neither here nor below does not compile. */
type ForOrganisers =
  | 'UNKNOWN'
  | 'NOT_FOUND'
  | 'NOT_AUTHORIZED'
  | 'VALIDATION_FAILED'
  | 'SCORE_GROUP_ALREADY_SELECTED'
  | 'SCORE_GROUP_WRONG_PASSWORD'
  | 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'
  | 'CANNOT_PROLONG_CHALLENGE_INSTANCE'
  | 'UNSUPPORTED_ORCHESTRATOR_OPERATION'
  | 'TEAM_JOIN_TOKEN_INVALID'
  | 'TEAM_FULL'
  | 'TEAM_NAME_TAKEN'
  | 'NO_TEAM'
  | 'USER_NOT_TEAM_MEMBER'
  | 'NO_FLUGZEUG'
  | 'FLUGZEUG_EXISTS'
  | 'CANNOT_PROLONG_FLUGZEUG'
  // The sign-in screen explains these.
  | SignInCode

/** Why something failed, in words for the user. The server's messages are for developers. */
export function FailureText({ code, own }: FailureTextProps) {
  if (own?.[code]) return own[code]
  switch (code) {
    case 'TIME_RESTRICTED':
      return <Trans>The event does not allow this at the moment.</Trans>
    case 'NO_SCORE_GROUP_SELECTED':
      return <Trans>Choose a score group first.</Trans>
    case 'NO_ACCOUNT':
      return <Trans>Join or create a team first.</Trans>
    case 'REQUIREMENTS_NOT_MET':
      return (
        <Trans>This challenge is locked. Complete the challenges that it requires first.</Trans>
      )
    case 'LIMITED':
      return <Trans>Too many attempts. Wait a moment and try again.</Trans>
    case 'UNREADABLE':
      return (
        <Trans>
          Unexpected response from the server or your Wi-Fi’s sign-in page. Reload the page. If that
          does not help, tell the organisers.
        </Trans>
      )
    default:
      code satisfies ForOrganisers
      return (
        <Trans>
          Something went wrong on the server ({code}). Try again in a moment. If it happens again,
          tell the organisers.
        </Trans>
      )
  }
}
