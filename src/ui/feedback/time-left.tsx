import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { WARNING_MINUTES } from '../../machines/constants.ts'
import { Icon } from '../art/icon.tsx'
import { useMinutesLeft } from '../clock/use-minutes-left.ts'
import { clockTime } from '../text/clock-time.ts'
import { ExtensionNote } from './extension-note.tsx'
import { MinutesLeft } from './minutes-left.tsx'
import css from './time-left.module.css'

interface TimeLeftProps {
  /** When the server stops it, in ISO 8601; null: not known. */
  stop: string | null
  /** From when on it can be extended, as in `ExtensionNote`. */
  from: string | null | undefined
  /** The server has just refused an extension. */
  wasRefused: boolean
  /** Shown in place of the time when none is left. */
  atEnd: ReactNode
}

/** How long something still runs, by the server's clock. */
export function TimeLeft({ stop, from, wasRefused, atEnd }: TimeLeftProps) {
  const { i18n } = useLingui()
  const minutes = useMinutesLeft(stop)
  if (stop === null || minutes === null)
    return wasRefused && <ExtensionNote refused isShort from={from} />
  const time = clockTime(i18n, stop, minutes)
  const isShort = minutes <= WARNING_MINUTES
  return (
    <div className={css.time} data-short={isShort || undefined}>
      <Icon name={isShort ? 'warning' : 'clock'} size="1.125rem" />
      <div className={css.texts}>
        {minutes <= 0 ? (
          <strong>{atEnd}</strong>
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
        <ExtensionNote refused={wasRefused} isShort={isShort} from={from} />
      </div>
    </div>
  )
}
