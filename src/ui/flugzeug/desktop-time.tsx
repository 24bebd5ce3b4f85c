import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import {
  extendableFromOf,
  stopTimeOf,
  wasExtensionRefused,
} from '../../machines/flugzeug/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { TimeLeft } from '../feedback/time-left.tsx'

export function DesktopTime() {
  const flugzeug = useLoaded('flugzeug')
  return (
    <TimeLeft
      stop={useSelector(flugzeug, stopTimeOf)}
      from={useSelector(flugzeug, extendableFromOf)}
      wasRefused={useSelector(flugzeug, wasExtensionRefused)}
      atEnd={<Trans>The desktop will be stopped soon.</Trans>}
    />
  )
}
