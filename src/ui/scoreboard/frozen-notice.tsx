import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '../feedback/notice.tsx'
import { Moment } from '../text/moment.tsx'
import { pointsText } from '../text/points.ts'

interface FrozenNoticeProps {
  since: string
  /** The points of the user's own account by now. */
  own?: number | undefined
}

/** Shows that the board is frozen. */
export function FrozenNotice({ since, own }: FrozenNoticeProps) {
  const { t, i18n } = useLingui()
  const shown = own === undefined ? '' : pointsText(i18n, own)
  return (
    <Notice icon="lock" title={t`The scoreboard is frozen.`}>
      <Trans>
        It shows the points of <Moment time={since} />. New points appear at the end of the event.
      </Trans>{' '}
      {own !== undefined && (
        <Trans>
          You have <Plural value={own} one={`${shown} point`} other={`${shown} points`} /> now.
        </Trans>
      )}
    </Notice>
  )
}
