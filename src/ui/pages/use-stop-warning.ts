import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { challengeNameIn } from '../../domain/challenge.ts'
import { whenLoaded } from '../../machines/on-demand.ts'
import { nextStop } from '../../machines/reminder/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { useMinutesLeft } from '../clock/use-minutes-left.ts'

/** The warning in the tab's title before an environment stops; empty if none is near its end. */
export function useStopWarning(): string {
  const { t } = useLingui()
  const { reminder, catalogue } = useSignedIn()
  const stop = useSelector(reminder, whenLoaded(nextStop))
  const data = useSelector(catalogue, dataOf)
  const minutes = useMinutesLeft(stop?.time ?? null)
  if (!stop || minutes === null) return ''
  const name = challengeNameIn(data, stop.challenge)
  return minutes > 0 ? t`⏳ ${minutes} min: ${name}` : t`⏳ ${name} stops soon`
}
