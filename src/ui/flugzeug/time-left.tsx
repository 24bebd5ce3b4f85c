import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { WARNING_MINUTES } from '../../machines/constants.ts'
import { stopTimeOf, wasExtensionRefused } from '../../machines/flugzeug/selectors.ts'
import { useMinutesLeft, useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { ExtensionHint } from '../feedback/extension-hint.tsx'
import { MinutesLeft } from '../feedback/minutes-left.tsx'
import css from './time-left.module.css'

/** How long the desktop still runs, by the server's clock. The server stops it. */
export function TimeLeft() {
  const { i18n } = useLingui()
  const { flugzeug } = useSignedIn()
  const stop = useSelector(flugzeug, stopTimeOf)
  const minutes = useMinutesLeft(stop)
  const refused = useSelector(flugzeug, wasExtensionRefused)
  if (stop === null || minutes === null) return refused && <ExtensionHint refused isShort />
  const time = i18n.date(new Date(stop), { timeStyle: 'short' })
  const isShort = minutes <= WARNING_MINUTES
  return (
    <div className={css.time} data-short={isShort || undefined}>
      <Icon name={isShort ? 'warning' : 'clock'} size="1.125rem" />
      {minutes <= 0 ? (
        <strong>
          <Trans>The desktop will be stopped soon.</Trans>
        </strong>
      ) : (
        <span>
          <strong>
            <MinutesLeft minutes={minutes} />
          </strong>{' '}
          <span className={css.until}>
            <Trans>until {time}</Trans>
          </span>
        </span>
      )}
      <ExtensionHint refused={refused} isShort={isShort} />
    </div>
  )
}
