import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { refOf, sameChallenge } from '../../../domain/challenge.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { Icon } from '../../art/icon.tsx'
import { userIcon } from '../../art/page-icons.ts'
import { Moment } from '../../text/moment.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './solved-by.module.css'

/** Which team mate submitted the last flag, and when. */
export function SolvedBy() {
  const { challenge } = useChallenge()
  const { stats, user } = useSignedIn()
  const own = useSelector(user, snapshot => dataOf(snapshot)?.username)
  const state = useSelector(stats, snapshot =>
    dataOf(snapshot)?.challenges?.find(one => sameChallenge(refOf(one), challenge)),
  )
  const { solvedAt, solvedBy: name } = state ?? {}
  if (!solvedAt || name === undefined || name === own) return null
  return (
    <span className={css.by}>
      <Icon name={userIcon} size="1rem" />
      <span>
        <Trans>
          Solved by {name}, <Moment time={solvedAt} timeOnly />
        </Trans>
      </span>
    </span>
  )
}
