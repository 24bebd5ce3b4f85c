import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasScored } from '../../domain/stats.ts'
import { WARNING_MINUTES } from '../../machines/constants.ts'
import { isPaused, nextEndOf } from '../../machines/event/selectors.ts'
import { isPostPlay } from '../../machines/home/selectors.ts'
import { useLoaded, useSignedIn } from '../app-context.tsx'
import { useRoundedMinutesLeft } from '../clock/use-minutes-left.ts'
import { Duration } from '../feedback/duration.tsx'
import { rankText } from '../scoreboard/rank-text.ts'
import { useOverview } from '../sidebar/use-overview.ts'
import { pointsText } from '../text/points.ts'
import css from './standing.module.css'

/** The time that is left, or that the event is paused; and what the account has so far. */
export function Standing() {
  const { t, i18n } = useLingui()
  const { stats } = useSignedIn()
  const score = useSelector(stats, ({ context }) => context.data?.score)
  const overview = useOverview()
  const completed = overview?.reduce((sum, group) => sum + group.completed, 0) ?? 0
  const total = overview?.reduce((sum, group) => sum + group.total, 0)
  const points = score?.points ?? 0
  // Before its first flag, an account shares its rank with all the others.
  const rank = score && hasScored(score) ? score.rank : null
  return (
    <section aria-label={t`Where you stand`}>
      <dl className={css.standing}>
        <EventTimeLeft />
        <div className={css.figure}>
          <dt>
            <Trans>Rank</Trans>
          </dt>
          <dd>{rankText(i18n, rank)}</dd>
        </div>
        <div className={css.figure}>
          <dt>
            <Trans>Points</Trans>
          </dt>
          <dd>{pointsText(i18n, points)}</dd>
        </div>
        <div className={css.figure}>
          <dt>
            <Trans>Completed</Trans>
          </dt>
          <dd>{total === undefined ? '–' : t`${completed} of ${total}`}</dd>
        </div>
      </dl>
    </section>
  )
}

function EventTimeLeft() {
  const { event } = useSignedIn()
  const home = useLoaded('home')
  const isAfter = useSelector(home, isPostPlay)
  const minutes = useRoundedMinutesLeft(useSelector(event, nextEndOf))
  const paused = useSelector(event, isPaused)
  const left = minutes ?? 0
  if (!paused && left <= 0) return null
  return (
    <div className={css.figure} data-short={paused || left <= WARNING_MINUTES || undefined}>
      <dt>{isAfter ? <Trans>Challenges close in</Trans> : <Trans>Time left</Trans>}</dt>
      <dd>{paused ? <Trans>Paused</Trans> : <Duration of={left} />}</dd>
    </div>
  )
}
