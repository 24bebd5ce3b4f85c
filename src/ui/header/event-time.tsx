import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { SignedInChildren } from '../../machines/app/children.ts'
import { WARNING_MINUTES } from '../../machines/constants.ts'
import { isPaused, nextEndOf, phaseOf } from '../../machines/event/selectors.ts'
import { Icon } from '../art/icon.tsx'
import { useRoundedMinutesLeft } from '../clock/use-minutes-left.ts'
import { Duration } from '../feedback/duration.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './header.module.css'

/** What is left of the event, by the server's clock; or that it is paused. */
export function EventTime({ event }: { event: SignedInChildren['event'] }) {
  const { t } = useLingui()
  const isRunning = useSelector(event, snapshot => phaseOf(snapshot) === 'running')
  const minutes = useRoundedMinutesLeft(useSelector(event, nextEndOf))
  const paused = useSelector(event, isPaused)
  if (paused)
    return (
      <p className={css.time} data-short role="status">
        <Trans>Paused</Trans>
      </p>
    )
  if (!isRunning || minutes === null || minutes <= 0) return null
  return (
    <p className={css.time} data-short={minutes <= WARNING_MINUTES || undefined}>
      <Icon name="clock" size="1rem" />
      <VisuallyHidden>{t`Time left:`}</VisuallyHidden>
      <Duration of={minutes} />
    </p>
  )
}
