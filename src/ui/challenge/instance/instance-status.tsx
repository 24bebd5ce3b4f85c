import { useLingui } from '@lingui/react/macro'
import type { ShownState } from '../../../machines/instance/selectors.ts'
import { RunningMarker } from '../../art/markers.tsx'
import { Badge } from '../../feedback/badge.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import css from './instance-status.module.css'

/** The state in a word, announced when it changes. */
export function InstanceStatus({ state }: { state: ShownState }) {
  const { t } = useLingui()
  const words: Record<ShownState, string> = {
    unknown: '',
    notRunning: t`Not running`,
    starting: t`Starting`,
    running: t`Running`,
    stopping: t`Stopping`,
  }
  return (
    <span className={css.status} role="status">
      {state === 'running' && (
        <span aria-hidden="true">
          <RunningMarker label="" />
        </span>
      )}
      {state === 'unknown' ? (
        <Skeleton height="1.375rem" />
      ) : (
        <Badge tone={state === 'running' ? 'accent' : 'neutral'}>{words[state]}</Badge>
      )}
    </span>
  )
}
