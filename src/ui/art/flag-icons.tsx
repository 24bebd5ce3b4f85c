import { cx } from '../cx.ts'
import css from './flag-icons.module.css'
import { guidonPaths } from './guidon.tsx'

interface FlagIconsProps {
  solved: number
  total: number
  /** For example '2 of 3 flags solved'. */
  label: string
  /** Both numbers, for so many flags that a bar stands for them. */
  count: string
}

/** More flags would fill half of a phone. */
const MAX_ICONS = 24

const MAX_FANNED = 4
/** Degrees and units of the drawing between two flags of a fan. */
const [spread, step] = [12, 18]

/** An icon for each flag: up to four in a fan, more in rows; a bar instead of very many. Solved ones are filled. */
export function FlagIcons({ solved, total, label, count }: FlagIconsProps) {
  if (total > MAX_ICONS) {
    return (
      <div
        role="img"
        aria-label={label}
        className={cx(css.flags, css.rows, solved >= total && css.all)}
        style={{ alignItems: 'center', gap: 'var(--s2)' }}
      >
        <FlagIcon isSolved={solved > 0} angle={spread} />
        {count}
        {/* Not <progress>: beside a bright accent, browsers make its empty part dark, as if it were the full one. */}
        <i
          style={{
            inlineSize: '5rem',
            blockSize: '0.5rem',
            borderRadius: 'var(--r-full)',
            background: `linear-gradient(90deg, var(--edge) ${(100 * solved) / total}%, var(--line) 0)`,
          }}
        />
      </div>
    )
  }
  const flags = Array.from({ length: total }, (_, flag) => flag)
  const fan = total <= MAX_FANNED
  const angle = (flag: number) => (fan ? (flag - (total - 1) / 2) * spread : spread)
  return (
    <div
      role="img"
      aria-label={label}
      className={cx(css.flags, fan ? css.fan : css.rows, solved >= total && css.all)}
    >
      {flags.map(flag => (
        <FlagIcon
          key={flag}
          isSolved={flag < solved}
          angle={angle(flag)}
          overlap={fan && flag ? 32 - step : 0}
        />
      ))}
    </div>
  )
}

interface FlagIconProps {
  isSolved: boolean
  /** Degrees. */
  angle: number
  /** How far it stands over the one before, in pixels. */
  overlap?: number
}

const FlagIcon = ({ isSolved, angle, overlap = 0 }: FlagIconProps) => (
  <svg
    viewBox="0 0 32 32"
    aria-hidden="true"
    className={cx(css.flag, isSolved && css.solved)}
    style={{ rotate: `${angle}deg`, marginInlineStart: `${-overlap}px` }}
  >
    <path d={guidonPaths.lance} />
    <path className={css.cloth} d={guidonPaths.flag} />
  </svg>
)
