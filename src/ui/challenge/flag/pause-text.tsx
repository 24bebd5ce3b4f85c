import { Trans } from '@lingui/react/macro'

export function PauseText() {
  return (
    <Trans>
      The organisers paused the event. Flags, hints that cost points and new environments have to
      wait.
    </Trans>
  )
}
