import { Plural, Trans } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import css from './calendar.module.css'

const shares = [0, 0.01, 0.33, 0.66, 1]

/** From grey to green: none to the most solves that a flag had on one day. */
export function Legend({ largest }: { largest: number }) {
  if (largest === 0) {
    return (
      <p className={css.legend}>
        <Trans>Nobody has solved anything yet.</Trans>
      </p>
    )
  }
  return (
    <p className={css.legend}>
      <Trans>No solves</Trans>
      <span className={css.shades} aria-hidden="true">
        {shares.map(share => (
          <span
            key={share}
            className={css.cell}
            style={share > 0 ? ({ '--heat': share } as CSSProperties) : undefined}
          />
        ))}
      </span>
      <Plural value={largest} one="# solve on a day" other="# solves on a day" />
    </p>
  )
}
