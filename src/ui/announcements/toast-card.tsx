import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { Announcement } from '../../api/contract.ts'
import { toastCount } from '../../machines/announcements/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { useLoaded } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Link } from '../controls/link.tsx'
import { useTextIn } from '../event/use-event.ts'
import css from './toast.module.css'
import { giveFocusBack, rememberFocus } from './toast-focus.ts'

export function ToastCard({ toast }: { toast: Announcement }) {
  const { t } = useLingui()
  const id = useId()
  const textIn = useTextIn()
  const announcements = useLoaded('announcements')
  const more = useSelector(announcements, toastCount) - 1
  const touch = () => announcements.send({ type: 'toast.touched' })
  const release = () => announcements.send({ type: 'toast.released' })
  return (
    <article
      ref={giveFocusBack}
      aria-labelledby={id}
      className={css.toast}
      data-important={toast.importance === 'high' || undefined}
      onPointerEnter={touch}
      onPointerLeave={release}
      onFocus={event => {
        rememberFocus(event)
        touch()
      }}
      onBlur={release}
    >
      <Icon name={toast.importance === 'high' ? 'warning' : 'bell'} />
      <div className={css.text}>
        <p id={id} className={css.kind}>
          {toast.importance === 'high' ? (
            <Trans>Important announcement</Trans>
          ) : (
            <Trans>New announcement</Trans>
          )}
        </p>
        <p className={css.title}>
          <Link href={pages.announcements.path}>
            <bdi>{textIn(toast.title)}</bdi>
          </Link>
        </p>
        {more > 0 && (
          <p className={css.more}>
            <Trans>and {more} more</Trans>
          </p>
        )}
      </div>
      <IconButton
        icon="close"
        label={t`Close`}
        onClick={() => announcements.send({ type: 'toast.dismissed' })}
      />
    </article>
  )
}
