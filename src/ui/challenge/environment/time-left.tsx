import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { WARNING_MINUTES } from '../../../machines/constants.ts'
import { scheduledStopOf, wasExtensionRefused } from '../../../machines/instance/selectors.ts'
import { useMinutesLeft } from '../../app-context.tsx'
import { Icon } from '../../art/icon.tsx'
import { ExtensionHint } from '../../feedback/extension-hint.tsx'
import { MinutesLeft } from '../../feedback/minutes-left.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './time-left.module.css'

/** How long the environment still runs, by the server's clock. The server stops it. */
export function TimeLeft() {
  const { i18n } = useLingui()
  const { instance } = useChallenge()
  const stop = useSelector(instance, scheduledStopOf)
  const minutes = useMinutesLeft(stop)
  const shaking = useSelector(instance, wasExtensionRefused)
  if (stop === null || minutes === null) return shaking && <ExtensionHint refused isShort />
  const time = i18n.date(new Date(stop), { timeStyle: 'short' })
  const isShort = minutes <= WARNING_MINUTES
  return (
    <div className={css.time} data-short={isShort || undefined}>
      <Icon name={isShort ? 'warning' : 'clock'} size="1.125rem" />
      <div>
        {minutes <= 0 ? (
          <Trans>The environment will be stopped soon.</Trans>
        ) : (
          <>
            <strong>
              <MinutesLeft minutes={minutes} />
            </strong>{' '}
            <span className={css.until}>
              <Trans>until {time}</Trans>
            </span>
          </>
        )}
        <ExtensionHint refused={shaking} isShort={isShort} />
      </div>
    </div>
  )
}
