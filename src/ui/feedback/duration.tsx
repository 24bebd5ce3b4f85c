import { Trans } from '@lingui/react/macro'
import { timeLeftOf } from '../../domain/time/time-left.ts'

/** This many whole minutes, in the units that are easiest to read. */
export function Duration({ of }: { of: number }) {
  const { days, hours, minutes } = timeLeftOf(of)
  if (days > 0)
    return (
      <Trans>
        {days} d {hours} h
      </Trans>
    )
  if (hours === 0) return <Trans>{minutes} min</Trans>
  return (
    <Trans>
      {hours} h {minutes} min
    </Trans>
  )
}
