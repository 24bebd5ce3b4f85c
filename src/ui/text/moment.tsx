import { useLingui } from '@lingui/react/macro'

export const dayAndTime = {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
} as const

interface MomentProps {
  /** In ISO 8601. */
  time: string
  /** Leaves out the day. */
  timeOnly?: boolean
}

/** A moment of the event, to the minute. Its title has the day and the second. */
export function Moment({ time, timeOnly = false }: MomentProps) {
  const { i18n } = useLingui()
  const date = new Date(time)
  return (
    <time dateTime={time} title={i18n.date(date, { dateStyle: 'medium', timeStyle: 'medium' })}>
      {i18n.date(date, timeOnly ? { timeStyle: 'short' } : dayAndTime)}
    </time>
  )
}
