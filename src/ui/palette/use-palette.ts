import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { findEntries, markedEntry, paletteEntries } from '../../machines/palette/entries.ts'
import { markedPath, queryOf } from '../../machines/palette/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { pageViews } from '../pages/page-views.tsx'

/** What the palette has found, and the marked entry. */
export function usePalette() {
  const { t } = useLingui()
  const { palette, catalogue, stats } = useSignedIn()
  const facts = useSelector(useApp(), snapshot => snapshot.context.facts)
  const data = useSelector(catalogue, dataOf)
  const account = useSelector(stats, dataOf)
  const query = useSelector(palette, queryOf)
  const found = useMemo(() => {
    const known = { facts, catalogue: data, stats: account }
    return findEntries(
      paletteEntries(known, page => t(pageViews[page].title)),
      query,
    )
  }, [facts, data, account, t, query])
  const marked = markedEntry(found, useSelector(palette, markedPath))
  return { palette, query, found, marked }
}
