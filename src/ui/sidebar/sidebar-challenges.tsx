import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { dataOf } from '../../machines/resource/selectors.ts'
import { sidebarGroups } from '../../machines/sidebar/groups.ts'
import { preferencesOf } from '../../machines/sidebar/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { Skeleton } from '../loading/skeleton.tsx'
import css from './sidebar.module.css'
import { SidebarFilter } from './sidebar-filter.tsx'
import { SidebarGroup } from './sidebar-group.tsx'

export function SidebarChallenges() {
  const { t } = useLingui()
  const { catalogue, stats, sidebar } = useSignedIn()
  const data = useSelector(catalogue, dataOf)
  const account = useSelector(stats, dataOf)
  const preferences = useSelector(sidebar, preferencesOf)
  const page = useSelector(useApp(), snapshot => snapshot.context.page)
  const groups = useMemo(() => {
    const current = page?.name === 'challenge' ? page : null
    return data && sidebarGroups(data, account, preferences, current)
  }, [data, account, preferences, page])
  const hasFailed = useSelector(catalogue, ({ context }) => context.failure !== null)

  if (!groups) {
    if (!hasFailed) return <Skeleton lines={6} />
    return (
      <p className={css.nothing}>
        <Trans>The challenges could not be loaded.</Trans>
      </p>
    )
  }
  const hasChallenges = data !== undefined && data.challenges.length > 0
  return (
    <>
      {hasChallenges && <SidebarFilter />}
      {groups.map(group => (
        <SidebarGroup key={group.category.slug} group={group} page={page} />
      ))}
      {groups.length === 0 && (
        <p className={css.nothing} role="status">
          {hasChallenges ? t`No challenges match.` : t`No challenges available.`}
        </p>
      )}
    </>
  )
}
