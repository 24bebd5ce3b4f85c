import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { Announcement } from '../../api/contract.ts'
import type { announcementsMachine } from '../../machines/announcements/machine.ts'
import { unreadOf } from '../../machines/announcements/unread.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { Link } from '../controls/link.tsx'
import { useTextIn } from '../event/use-event.ts'
import { Panel } from '../layout/panel.tsx'
import { Moment } from '../text/moment.tsx'
import css from './unread-announcements.module.css'

/** How many are listed at most. */
const MAX_LISTED = 3

const none: readonly Announcement[] = []
const unreadIn = whenLoaded(({ context }: SnapshotFrom<typeof announcementsMachine>) =>
  unreadOf(context),
)
const isSameList = (a: readonly Announcement[] = none, b: readonly Announcement[] = none) =>
  a.length === b.length && a.every((one, index) => one === b[index])

/** The announcements that the user has not read. */
export function UnreadAnnouncements() {
  const { t } = useLingui()
  const textIn = useTextIn()
  const unread = useSelector(useSignedIn().announcements, unreadIn, isSameList) ?? none
  const more = unread.length - MAX_LISTED
  if (unread.length === 0) return null
  return (
    <Panel title={t`Unread announcements`} icon="bell">
      <ul className={css.list}>
        {unread.slice(0, MAX_LISTED).map(({ id, title, time, importance }) => (
          <li key={id} className={css.item}>
            {importance === 'high' && <Icon name="warning" size="1rem" />}
            <Link href={pages.announcements.path} className={css.title}>
              <bdi>{textIn(title)}</bdi>
            </Link>
            <span className={css.time}>
              <Moment time={time} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link href={pages.announcements.path}>
          <Trans>and {more} more</Trans>
        </Link>
      )}
    </Panel>
  )
}
