import { cx } from '../cx.ts'
import css from './flag-icons.module.css'
import { guidonPaths } from './guidon.tsx'

interface FlagIconsProps {
  solved: number
  total: number
  /** For example '2 of 3 flags solved'. */
  label: string
}

const fanned = 4
/** Degrees and units of the drawing between two flags of a fan. */
const [spread, step] = [12, 18]

/** An icon for each flag: up to four in a fan, more in rows. Solved ones are filled. */
export function FlagIcons({ solved, total, label }: FlagIconsProps) {
  const flags = Array.from({ length: total }, (_, flag) => flag)
  const fan = total <= fanned
  const angle = (flag: number) => (fan ? (flag - (total - 1) / 2) * spread : spread)
  return (
    <div
      role="img"
      aria-label={label}
      className={cx(css.flags, fan ? css.fan : css.rows, solved >= total && css.all)}
    >
      {flags.map(flag => (
        <svg
          key={flag}
          viewBox="0 0 32 32"
          aria-hidden="true"
          className={cx(css.flag, flag < solved && css.solved)}
          style={{
            rotate: `${angle(flag)}deg`,
            marginInlineStart: fan && flag ? `${step - 32}px` : 0,
          }}
        >
          <path d={guidonPaths.lance} />
          <path className={css.cloth} d={guidonPaths.flag} />
        </svg>
      ))}
    </div>
  )
}
