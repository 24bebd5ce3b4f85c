import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { sidebarGroups } from '../../machines/sidebar/groups.ts'
import { preferencesOf } from '../../machines/sidebar/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { Skeleton } from '../loading/skeleton.tsx'
import { FilterFields } from './filter-fields.tsx'
import css from './sidebar.module.css'
import { SidebarGroup } from './sidebar-group.tsx'
import { useAreLinksKnown } from './use-are-links-known.ts'
import { useOverview } from './use-overview.ts'

export function SidebarChallenges() {
  const { t } = useLingui()
  const { sidebar } = useSignedIn()
  const areLinksKnown = useAreLinksKnown()
  const overview = useOverview()
  const preferences = useSelector(sidebar, preferencesOf)
  const page = useSelector(useApp(), snapshot => snapshot.context.page)
  const current = page?.name === 'challenge' ? page : null
  const groups = useMemo(
    () => overview && sidebarGroups(overview, preferences, current),
    [overview, preferences, current],
  )

  if (!areLinksKnown) return <Skeleton lines={6} />
  if (!groups) {
    return (
      <p className={css.nothing}>
        <Trans>The challenges could not be loaded.</Trans>
      </p>
    )
  }
  const hasChallenges = overview?.some(group => group.total > 0)
  return (
    <>
      {hasChallenges && (
        // biome-ignore lint/a11y/useSemanticElements: not every browser of today knows <search>
        <div role="search" aria-label={t`Filter challenges`}>
          <FilterFields />
        </div>
      )}
      {groups.map(group => (
        <SidebarGroup key={group.category.slug} group={group} current={current} />
      ))}
      {groups.length === 0 && (
        <p className={css.nothing} role="status">
          {hasChallenges ? t`No challenges match.` : t`No challenges available.`}
        </p>
      )}
    </>
  )
}
