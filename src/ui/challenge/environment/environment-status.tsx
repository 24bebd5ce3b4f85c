import { useLingui } from '@lingui/react/macro'
import type { Stage } from '../../../machines/instance/selectors.ts'
import { RunningMarker } from '../../art/markers.tsx'
import { Badge } from '../../feedback/badge.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import css from './environment-status.module.css'

/** The state in a word, announced when it changes. */
export function EnvironmentStatus({ stage }: { stage: Stage }) {
  const { t } = useLingui()
  const words: Record<Stage, string> = {
    unknown: '',
    notRunning: t`Not running`,
    starting: t`Starting`,
    running: t`Running`,
    stopping: t`Stopping`,
  }
  return (
    <span className={css.status} role="status">
      {stage === 'running' && (
        <span aria-hidden="true">
          <RunningMarker label="" />
        </span>
      )}
      {stage === 'unknown' ? (
        <Skeleton height="1.375rem" />
      ) : (
        <Badge tone={stage === 'running' ? 'accent' : 'neutral'}>{words[stage]}</Badge>
      )}
    </span>
  )
}
