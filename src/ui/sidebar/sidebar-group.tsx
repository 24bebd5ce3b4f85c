import { useLingui } from '@lingui/react/macro'
import { refOf, sameChallenge } from '../../domain/challenge.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import type { SidebarGroup as Group } from '../../machines/sidebar/groups.ts'
import { CompletedMarker, RunningMarker } from '../art/markers.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './sidebar.module.css'
import { SidebarLink } from './sidebar-link.tsx'

export function SidebarGroup({ group, page }: { group: Group; page: Page | null }) {
  const { t } = useLingui()
  const { completed, total } = group
  return (
    <section className={css.group}>
      <h2 className={css.heading}>
        {group.category.name}
        <span className={css.count}>
          <span aria-hidden="true">
            {completed}/{total}
          </span>
          <VisuallyHidden>{t`${completed} of ${total} completed`}</VisuallyHidden>
        </span>
      </h2>
      <ul className={css.links}>
        {group.challenges.map(({ challenge, isRunning, isCompleted }) => (
          <SidebarLink
            key={challenge.slug}
            href={challengePath(refOf(challenge))}
            isCurrent={page?.name === 'challenge' && sameChallenge(page, refOf(challenge))}
            markers={
              (isRunning || isCompleted) && (
                <>
                  {isRunning && <RunningMarker label={t`Running`} />}
                  {isCompleted && <CompletedMarker label={t`Completed`} />}
                </>
              )
            }
          >
            {challenge.name}
          </SidebarLink>
        ))}
      </ul>
    </section>
  )
}
