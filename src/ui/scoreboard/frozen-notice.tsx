import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Notice } from '../feedback/notice.tsx'
import { Moment } from '../text/moment.tsx'

/** Says that the board stays as it was, and what the own account has by now. */
export function FrozenNotice({ since }: { since: string }) {
  const { t, i18n } = useLingui()
  const own = useSelector(useSignedIn().stats, snapshot => dataOf(snapshot)?.score.points)
  return (
    <Notice icon="lock" title={t`The scoreboard is frozen.`}>
      <Trans>
        It shows the points of <Moment time={since} />. New points appear at the end of the event.
      </Trans>{' '}
      {own !== undefined && <Trans>You have {i18n.number(own)} points now.</Trans>}
    </Notice>
  )
}
