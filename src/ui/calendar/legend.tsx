import { Plural, Trans } from '@lingui/react/macro'
import css from './calendar.module.css'

const levels = [undefined, 1, 3, 6, 8] as const

/**
 * The colours from grey (no solves) to green (the most solves of a flag on one day). In forced colours, the cells show
 * their numbers instead.
 */
export function Legend({ largest }: { largest: number }) {
  if (largest === 0) {
    return (
      <p className={css.legend}>
        <Trans>No solves yet.</Trans>
      </p>
    )
  }
  return (
    <>
      <p className={css.legend}>
        <Trans>No solves</Trans>
        <span className={css.shades} aria-hidden="true">
          {levels.map(level => (
            <span key={level ?? 0} className={css.cell} data-heat={level} />
          ))}
        </span>
        <Plural value={largest} one="# solve on a day" other="# solves on a day" />
      </p>
      <p className={css.legendOfNumbers}>
        <Trans>A number says how often a flag was solved on that day.</Trans>
      </p>
    </>
  )
}
