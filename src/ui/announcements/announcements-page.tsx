import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { announcementsOf, listOf } from '../../machines/announcements/selectors.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { notificationsOf } from '../../machines/reminder/selectors.ts'
import { isFailed } from '../../machines/resource/selectors.ts'
import { useLoaded, useSignedIn } from '../app-context.tsx'
import { ResourceAge } from '../feedback/data-age.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { NotificationSwitch } from '../header/notification-switch.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { AnnouncementItem } from './announcement-item.tsx'
import css from './announcements.module.css'

export function AnnouncementsPage() {
  const { reminder } = useSignedIn()
  // If the switch came later, it would move the content below it down.
  const hasSwitch = useSelector(reminder, whenLoaded(notificationsOf)) !== undefined
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>
          <Trans>Announcements</Trans>
        </h1>
        <NotificationSwitch />
      </header>
      {hasSwitch && <List />}
    </div>
  )
}

function List() {
  const { t } = useLingui()
  const announcements = useLoaded('announcements')
  const list = useSelector(announcements, announcementsOf)
  const resource = useSelector(announcements, listOf)
  const hasFailed = useSelector(resource, snapshot => !!snapshot && isFailed(snapshot))
  return (
    <>
      {resource && <ResourceAge of={resource} />}
      {!list && (hasFailed && resource ? <ResourceFailure of={resource} /> : <PageSpinner />)}
      {list?.length === 0 && (
        <EmptyState icon="bell" title={t`No announcements yet.`}>
          <Trans>News from the organisers appears here.</Trans>
        </EmptyState>
      )}
      {/* It exists before its items, so that screen readers hear the ones that arrive. */}
      <ol className={css.list} aria-live="polite" aria-relevant="additions">
        {list?.map(one => (
          <AnnouncementItem key={one.id} announcement={one} />
        ))}
      </ol>
    </>
  )
}
