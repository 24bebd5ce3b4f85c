import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { flagWait } from '../../../machines/submission/selectors.ts'
import { useSecondsLeft } from '../../clock/use-seconds-left.ts'
import { useChallenge } from '../use-challenge.ts'

/** Seconds until the next attempt is allowed. */
export function Wait() {
  const seconds = useSecondsLeft(useSelector(useChallenge().submission, flagWait))
  return <Trans>Wait {seconds} s</Trans>
}
