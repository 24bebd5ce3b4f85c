// biome-ignore lint/style/noRestrictedImports: it renders more once the first rows are in the DOM
import { startTransition, useEffect, useState } from 'react'
import type { InView } from './use-row-in-view.ts'

const FIRST = 15
const MORE = 20

/** Rows beyond the edges of the window. What is painted takes time in each frame, also what nobody sees. */
const MARGIN = 15
/** The least height of a row, in pixels. */
const ROW = 40

/** Used without a window. The browser for which the page is rendered has another height. */
const windowHeight = () => globalThis.innerHeight ?? 0

/**
 * How many rows to render on either side of those in view: few at first and after a jump, then more. A slow
 * processor would lay out all at once for 200 ms.
 */
export function useRowsAround(inView: InView): number {
  const [known, setKnown] = useState({ inView, around: FIRST })
  const most = Math.ceil(windowHeight() / 2 / ROW) + MARGIN
  const distance = rowsBetween(inView, known.inView)
  const around = distance > most ? FIRST : known.around
  const isKnown = distance < most / 3 && around === most
  useEffect(() => {
    if (isKnown) return
    startTransition(() => setKnown({ inView, around: Math.min(most, around + MORE) }))
  }, [isKnown, inView, around, most])
  return around
}

const rowsBetween = (one: InView, other: InView) =>
  one === 'all' || other === 'all' ? 0 : Math.abs(one - other)
