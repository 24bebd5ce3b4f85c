import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { type CSSProperties, memo, useDeferredValue } from 'react'
import type { ChallengeRef } from '../../api/contract.ts'
import { refOf } from '../../domain/challenge.ts'
import type { OverviewChallenge } from '../../domain/overview.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import { type FoldableGroup, isCurrent } from '../../machines/sidebar/groups.ts'
import { useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { CompletedMarker, LockedMarker, RunningMarker } from '../art/markers.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'

/** How many links of each category are there at once: more than a window shows. The others render in slices. */
const FIRST = 30

interface SidebarGroupProps {
  group: FoldableGroup
  /** The challenge whose page is open. */
  current: ChallengeRef | null
}

export function SidebarGroup({ group, current }: SidebarGroupProps) {
  const { t } = useLingui()
  const isWhole = useDeferredValue(true, false)
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
        <ul className={css.links} style={styleOf(group.challenges.length)}>
          {group.challenges.slice(0, isWhole ? undefined : FIRST).map(one => (
            <ChallengeLink key={one.challenge.slug} of={one} isCurrent={isCurrent(one, current)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * The browser lays out and draws only the categories in view. The others are as high as their links, so nothing moves. It
 * cuts off what is outside of such a list, so the outlines of its links have room.
 */
const styleOf = (count: number): CSSProperties => ({
  contentVisibility: 'auto',
  containIntrinsicBlockSize: `auto calc(${count} * (max(2rem, var(--control-small)) + 1px) - 1px)`,
  margin: '-0.25rem',
  padding: '0.25rem',
})

interface ChallengeLinkProps {
  of: OverviewChallenge
  isCurrent: boolean
}

/** It renders only if something of it changes, because there may be hundreds. */
const ChallengeLink = memo(function ChallengeLink({ of, isCurrent }: ChallengeLinkProps) {
  const { t, i18n } = useLingui()
  const { challenge, points, needs, isRunning, isCompleted } = of
  return (
    <SidebarLink
      href={challengePath(refOf(challenge))}
      isCurrent={isCurrent}
      isFollowed
      markers={
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
      }
    >
      {challenge.name}
    </SidebarLink>
  )
})
