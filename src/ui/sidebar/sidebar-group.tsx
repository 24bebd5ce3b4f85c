import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { refOf, sameChallenge } from '../../domain/challenge.ts'
import type { OverviewChallenge } from '../../domain/overview.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import type { FoldableGroup } from '../../machines/sidebar/groups.ts'
import { useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { CompletedMarker, LockedMarker, RunningMarker } from '../art/markers.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'

export function SidebarGroup({ group, page }: { group: FoldableGroup; page: Page | null }) {
  const { t } = useLingui()
  const { sidebar } = useSignedIn()
  const { category, completed, total, isFolded } = group
  const toggled = { type: 'sidebar.groupToggled', categorySlug: category.slug } as const
  const canFold = useSelector(sidebar, snapshot => snapshot.can(toggled))
  return (
    <section className={css.group}>
      <h2>
        <button
          type="button"
          className={css.heading}
          aria-expanded={!isFolded}
          aria-disabled={!canFold || undefined}
          onClick={() => sidebar.send(toggled)}
        >
          <Icon name="chevronDown" size="1rem" />
          <span className={css.text}>
            <bdi>{category.name}</bdi>
          </span>
          <span className={css.count}>
            <span aria-hidden="true">
              {completed}/{total}
            </span>
            <VisuallyHidden>{t`${completed} of ${total} completed`}</VisuallyHidden>
          </span>
        </button>
      </h2>
      {group.challenges.length > 0 && (
        <ul className={css.links}>
          {group.challenges.map(one => (
            <SidebarLink
              key={one.challenge.slug}
              href={challengePath(refOf(one.challenge))}
              isCurrent={page?.name === 'challenge' && sameChallenge(page, refOf(one.challenge))}
              isFollowed
              markers={<Markers of={one} />}
            >
              {one.challenge.name}
            </SidebarLink>
          ))}
        </ul>
      )}
    </section>
  )
}

function Markers({ of: { points, needs, isRunning, isCompleted } }: { of: OverviewChallenge }) {
  const { t, i18n } = useLingui()
  return (
    <>
      {points !== null && !isCompleted && (
        <span className={css.points}>
          {i18n.number(points)} <VisuallyHidden>{t`points`}</VisuallyHidden>
        </span>
      )}
      {needs.length > 0 && <LockedMarker label={t`Locked`} />}
      {isRunning && <RunningMarker label={t`Running`} />}
      {isCompleted && <CompletedMarker label={t`Completed`} />}
    </>
  )
}
