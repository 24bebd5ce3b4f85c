import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { Announcement } from '../../api/contract.ts'
import { isFresh } from '../../machines/announcements/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { useTextIn } from '../event/use-event.ts'
import { Badge } from '../feedback/badge.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { Moment } from '../text/moment.tsx'
import css from './announcements.module.css'

export function AnnouncementItem({ announcement }: { announcement: Announcement }) {
  const id = useId()
  const textIn = useTextIn()
  const { id: key, time, importance, title, text } = announcement
  const fresh = useSelector(useLoaded('announcements'), snapshot => isFresh(snapshot, key))
  return (
    <li>
      <article
        className={css.item}
        data-important={importance === 'high' || undefined}
        aria-labelledby={id}
      >
        <header className={css.itemHead}>
          <h2 id={id} className={css.title}>
            <bdi>{textIn(title)}</bdi>
          </h2>
          {importance === 'high' && (
            <Badge tone="warn" icon="warning">
              <Trans>Important</Trans>
            </Badge>
          )}
          {fresh && (
            <Badge tone="accent">
              <Trans>New</Trans>
            </Badge>
          )}
          <span className={css.time}>
            <Moment time={time} />
          </span>
        </header>
        <Markdown text={textIn(text) ?? ''} topHeading={3} />
      </article>
    </li>
  )
}
