import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { extendableFromOf, isRefusalNew, stopTimeOf } from '../../../machines/instance/selectors.ts'
import { TimeLeft } from '../../feedback/time-left.tsx'
import { useChallenge } from '../use-challenge.ts'

export function EnvironmentTime() {
  const { instance } = useChallenge()
  return (
    <TimeLeft
      stop={useSelector(instance, stopTimeOf)}
      from={useSelector(instance, extendableFromOf)}
      wasRefused={useSelector(instance, isRefusalNew)}
      atEnd={<Trans>The environment will be stopped soon.</Trans>}
    />
  )
}
