// biome-ignore lint/style/noRestrictedImports: it renders more once the first rows are in the DOM
import { startTransition, useEffect, useState } from 'react'
import { AROUND } from './segments.ts'
import { STEP } from './use-row-in-view.ts'

/**
 * How many rows to render on either side of those in view: none at first, then more. A slow processor would lay
 * out all at once for 200 ms.
 */
export function useRowsAround(): number {
  const [around, setAround] = useState(0)
  useEffect(() => {
    if (around < AROUND) startTransition(() => setAround(around + STEP))
  }, [around])
  return around
}
