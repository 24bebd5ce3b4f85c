import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { findEntries, markedEntry, paletteEntries } from '../../machines/palette/entries.ts'
import { markedPath, queryOf } from '../../machines/palette/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { usePageNames } from '../pages/use-page-names.ts'

/** What the palette has found, and which entry of it is marked. */
export function usePalette() {
  const { palette, catalogue, stats } = useSignedIn()
  const pageNames = usePageNames()
  const facts = useSelector(useApp(), snapshot => snapshot.context.facts)
  const data = useSelector(catalogue, dataOf)
  const account = useSelector(stats, dataOf)
  const query = useSelector(palette, queryOf)
  const found = useMemo(
    () => findEntries(paletteEntries({ facts, catalogue: data, stats: account, pageNames }), query),
    [facts, data, account, pageNames, query],
  )
  const marked = markedEntry(found, useSelector(palette, markedPath))
  return { palette, query, found, marked }
}
