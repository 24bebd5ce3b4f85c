import { Plural, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { VisuallyHidden } from '../../text/visually-hidden.tsx'
import css from './gained-points.module.css'

/** The style sheet counts, so numbers that need a separator do not count. */
const MAX_COUNTED = 999

/** The points of a flag, counted up while `counts`. */
export function GainedPoints({ points, counts }: { points: number; counts: boolean }) {
  const { i18n } = useLingui()
  const number = i18n.number(points)
  const isCounted = counts && Number.isInteger(points) && points <= MAX_COUNTED
  const style = { '--points': points, inlineSize: `${number.length}ch` } as CSSProperties
  return (
    <>
      <span aria-hidden="true" className={css.points}>
        +{isCounted ? <span className={css.counter} style={style} /> : <span>{number}</span>}
      </span>
      <VisuallyHidden>
        <Plural value={points} one="# point" other="# points" />
      </VisuallyHidden>
    </>
  )
}
