import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type OverviewGroup, overviewOf } from '../../domain/overview.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'

/** All challenges as sidebar and home show them; undefined until they are loaded. */
export function useOverview(): readonly OverviewGroup[] | undefined {
  const { catalogue, stats } = useSignedIn()
  const data = useSelector(catalogue, dataOf)
  const account = useSelector(stats, dataOf)
  const facts = useSelector(useApp(), snapshot => snapshot.context.facts)
  return useMemo(() => data && overviewOf(data, account, facts), [data, account, facts])
}
