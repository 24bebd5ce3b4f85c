// biome-ignore lint/style/noRestrictedImports: it renders more once the first rows are in the DOM
import { startTransition, useEffect, useState } from 'react'
import { AROUND } from './segments.ts'
import type { InView } from './use-row-in-view.ts'

const FIRST = 15
const MORE = 20

/**
 * How many rows to render on either side of those in view: few at first and after a jump, then more. A slow
 * processor would lay out all at once for 200 ms.
 */
export function useRowsAround(inView: InView): number {
  const [known, setKnown] = useState({ inView, around: FIRST })
  const distance = rowsBetween(inView, known.inView)
  const around = distance > AROUND ? FIRST : known.around
  const isKnown = distance < AROUND / 3 && around === AROUND
  useEffect(() => {
    if (isKnown) return
    startTransition(() => setKnown({ inView, around: Math.min(AROUND, around + MORE) }))
  }, [isKnown, inView, around])
  return around
}

const rowsBetween = (one: InView, other: InView) =>
  one === 'all' || other === 'all' ? 0 : Math.abs(one - other)
