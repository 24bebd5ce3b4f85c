import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { unreadCount } from '../../machines/announcements/selectors.ts'
import { selectHas } from '../../machines/event/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { buttonClass } from '../controls/button.tsx'
import { Link } from '../controls/link.tsx'
import { cx } from '../cx.ts'
import { Tooltip } from '../layout/tooltip.tsx'
import css from './bell.module.css'

/** A larger number would not fit into the badge. */
const MAX_NUMBER = 9

/** A link to the announcements, with the number of unread ones. */
export function Bell() {
  const { t } = useLingui()
  const { announcements, event } = useSignedIn()
  const isOffered = useSelector(event, selectHas('announcements'))
  const count = useSelector(announcements, whenLoaded(unreadCount)) ?? 0
  if (!isOffered) return null
  const label = count === 0 ? t`Announcements` : t`Announcements, ${count} unread`
  return (
    <Tooltip text={label} names>
      <Link
        href={pages.announcements.path}
        className={cx(buttonClass({ variant: 'ghost' }), css.bell)}
        aria-label={label}
      >
        <Icon name="bell" />
        {count > 0 && (
          <span className={css.count} aria-hidden="true">
            {count > MAX_NUMBER ? `${MAX_NUMBER}+` : count}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}
