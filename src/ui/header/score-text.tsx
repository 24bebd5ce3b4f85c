import { Plural, SelectOrdinal } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useSignedIn } from '../app-context.tsx'
import css from './header.module.css'

/** The lowest rank that is shown. */
const LAST_SHOWN_RANK = 10

export function ScoreText() {
  const { stats } = useSignedIn()
  const points = useSelector(stats, snapshot => snapshot.context.data?.score.points ?? 0)
  const rank = useSelector(stats, snapshot => snapshot.context.data?.score.rank ?? null)
  if (points <= 0) return null
  return (
    <p className={css.score}>
      {rank !== null && rank <= LAST_SHOWN_RANK && (
        <span className={css.rank} aria-live="polite">
          <SelectOrdinal
            value={rank}
            one="#st place"
            two="#nd place"
            few="#rd place"
            other="#th place"
          />
        </span>
      )}
      <span>
        <Plural value={points} one="# point" other="# points" />
      </span>
    </p>
  )
}
