import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './scoreboard.module.css'

interface RankChangeProps {
  rank: number | null
  /** An hour ago. Absent or null: the account had solved nothing by then. */
  before: number | null | undefined
}

/** How many ranks an account went up or down within an hour; nothing if none. */
export function RankChange({ rank, before }: RankChangeProps) {
  if (rank === null || before === null || before === undefined || before === rank) return null
  const count = Math.abs(before - rank)
  const isUp = before > rank
  return (
    <span className={isUp ? css.up : css.down}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'} {count}
      </span>
      <VisuallyHidden>
        {isUp ? <Trans>up {count}</Trans> : <Trans>down {count}</Trans>}
      </VisuallyHidden>
    </span>
  )
}
