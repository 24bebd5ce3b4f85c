import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isOffline } from '../../machines/network/selectors.ts'
import type { ResourceRef } from '../../machines/resource/machine.ts'
import { failureIn, updatedAtOf } from '../../machines/resource/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { Notice } from './notice.tsx'

interface DataAgeProps {
  /** Server time of the data, in milliseconds. Null: there is none, or it does not matter. */
  readonly time: number | null
  readonly hasFailed?: boolean
}

export const useIsOffline = () => useSelector(useAppChildren().network, isOffline)

/** Shows the age of data while it cannot be refreshed. */
export function DataAge({ time, hasFailed = false }: DataAgeProps) {
  const { i18n } = useLingui()
  const offline = useIsOffline()
  if (time === null || !(offline || hasFailed)) return null
  const clock = i18n.date(new Date(time), { timeStyle: 'medium' })
  return (
    <Notice tone="warn" icon="clock" live="polite">
      {offline ? (
        <Trans>You are offline. Last update: {clock}.</Trans>
      ) : (
        <Trans>This cannot be refreshed at the moment. Last update: {clock}.</Trans>
      )}
    </Notice>
  )
}

export function ResourceAge<T>({ of }: { of: ResourceRef<T> }) {
  const hasFailed = useSelector(of, snapshot => failureIn(snapshot) !== null)
  const isStale = useIsOffline() || hasFailed
  // Each poll changes the time, but an unchanged answer must render nothing. So it is read only while
  // shown.
  const time = useSelector(of, snapshot => (isStale ? updatedAtOf(snapshot) : null))
  return <DataAge time={time} hasFailed={hasFailed} />
}
