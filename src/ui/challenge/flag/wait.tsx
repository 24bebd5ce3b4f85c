import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { limitedUntil } from '../../../machines/submission/selectors.ts'
import { useServerTime } from '../../app-context.tsx'
import { useChallenge } from '../use-challenge.ts'

/** Seconds until the next attempt is allowed. */
export function Wait() {
  const until = useSelector(useChallenge().submission, limitedUntil)
  const now = useServerTime()
  const seconds = Math.max(1, Math.ceil(((until ?? now) - now) / 1000))
  return <Trans>Wait {seconds} s</Trans>
}
