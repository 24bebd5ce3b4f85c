import { Plural, Trans } from '@lingui/react/macro'

/** From this number on, hours are easier to read than minutes. */
const MANY_MINUTES = 120

/** The remaining runtime. */
export function MinutesLeft({ minutes }: { minutes: number }) {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (minutes < MANY_MINUTES) {
    return <Plural value={minutes} one="# minute left" other="# minutes left" />
  }
  if (rest === 0) return <Trans>{hours} h left</Trans>
  return (
    <Trans>
      {hours} h {rest} min left
    </Trans>
  )
}
