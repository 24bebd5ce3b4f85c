import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { useTextIn } from '../event/use-event.ts'
import { Panel } from '../layout/panel.tsx'
import { Moment } from '../text/moment.tsx'
import { pointsText } from '../text/points.ts'
import css from './activity.module.css'

/** Points that organisers gave the account, or took, each with its reason. Mostly there are none. */
export function Awards() {
  const { t, i18n } = useLingui()
  const textIn = useTextIn()
  const awards = useSelector(useSignedIn().submissions, dataOf)?.awards
  if (!awards || awards.length === 0) return null
  return (
    <Panel flush title={t`Points from the organisers`} icon="trophy">
      <ul className={css.awards}>
        {awards.map(({ id, time, points, reason }) => (
          <li key={id}>
            <span className={css.points} data-taken={points < 0 || undefined}>
              {pointsText(i18n, points, { signDisplay: 'always' })}
            </span>
            <span className={css.reason}>{textIn(reason)}</span>
            <span className={css.time}>
              <Moment time={time} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
