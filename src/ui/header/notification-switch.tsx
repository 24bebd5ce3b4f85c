import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { selectHas } from '../../machines/event/selectors.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { notificationsOf } from '../../machines/reminder/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import css from './running-list.module.css'

/** Whether the browser notifies of new announcements, and before an environment stops. */
export function NotificationSwitch() {
  const { event, reminder } = useSignedIn()
  const hasAnnouncements = useSelector(event, selectHas('announcements'))
  const notifications = useSelector(reminder, whenLoaded(notificationsOf)) ?? null
  const can = useSelector(
    reminder,
    whenLoaded(snapshot => snapshot.can({ type: 'notifications.switched' })),
  )
  if (notifications === null || notifications === 'unsupported') return null
  if (notifications === 'denied') {
    return (
      <p className={css.limit}>
        <Trans>Your browser blocks notifications from this site.</Trans>
      </p>
    )
  }
  return (
    <label className={css.notifications}>
      <input
        type="checkbox"
        checked={notifications === 'on'}
        // Disabled while the browser asks the user, and until the last click has had its effect.
        aria-disabled={!can || undefined}
        onChange={() => reminder.send({ type: 'notifications.switched' })}
      />
      {hasAnnouncements ? (
        <Trans>Notify me of announcements, and five minutes before an environment stops</Trans>
      ) : (
        <Trans>Notify me five minutes before an environment stops</Trans>
      )}
    </label>
  )
}
