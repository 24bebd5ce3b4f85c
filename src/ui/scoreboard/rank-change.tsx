import { useLingui } from '@lingui/react/macro'
import css from './scoreboard.module.css'

interface RankChangeProps {
  rank: number | null
  /** An hour ago. Absent or null: the account had solved nothing by then. */
  before: number | null | undefined
}

/** How many ranks an account went up or down within an hour; nothing if none. */
export function RankChange({ rank, before }: RankChangeProps) {
  const { t, i18n } = useLingui()
  if (rank === null || before === null || before === undefined || before === rank) return null
  const count = i18n.number(Math.abs(before - rank))
  const isUp = before > rank
  // One element: visually hidden text would have its own layer in each row.
  return (
    <span
      role="img"
      aria-label={isUp ? t`up ${count}` : t`down ${count}`}
      className={isUp ? css.up : css.down}
    >
      {isUp ? '▲' : '▼'} {count}
    </span>
  )
}
