import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../../feedback/notice.tsx'

/** Says why nothing can be played. */
export function BannedNotice() {
  const { t } = useLingui()
  return (
    <Notice
      tone="danger"
      live="polite"
      title={t`The organisers have excluded you from this event.`}
    >
      <Trans>
        You cannot play on, and you are on no scoreboard. If you think that this is a mistake, ask
        the organisers.
      </Trans>
    </Notice>
  )
}
