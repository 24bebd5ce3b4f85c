import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { type CSSProperties, Suspense, useMemo } from 'react'
import { raceOf } from '../../domain/race.ts'
import { metadataOf, phaseOf } from '../../machines/event/selectors.ts'
import { dataOf, isFailed, updatedAtOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Panel } from '../layout/panel.tsx'
import { BrokenPage } from '../loading/broken-part.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { Skeleton } from '../loading/skeleton.tsx'
import css from './scoreboard.module.css'

const RaceChart = onDemand(async () => (await import('../race/race-chart.tsx')).RaceChart)

/** The chart ends at one of these moments, so that an unchanged answer mostly draws nothing. */
const STEP = 5 * 60_000

interface HistoryPanelProps {
  /** How many lines are expected: so much room is kept for them. */
  lines: number
  frozenSince?: string | null
  /** Leaves out the first ten. */
  ownOnly?: boolean
}

/** The points of the first ten and of the user's own account over time. */
export function HistoryPanel({ lines, frozenSince = null, ownOnly = false }: HistoryPanelProps) {
  const { t } = useLingui()
  const { event, history, stats } = useSignedIn()
  const metadata = useSelector(event, metadataOf)
  const isRunning = useSelector(event, snapshot => phaseOf(snapshot) === 'running')
  const data = useSelector(history, dataOf)
  const hasFailed = useSelector(history, isFailed)
  const now = useSelector(
    history,
    snapshot => Math.ceil((updatedAtOf(snapshot) ?? 0) / STEP) * STEP,
  )
  const ownId = useSelector(stats, snapshot => dataOf(snapshot)?.accountId)
  const race = useMemo(() => {
    if (!data || !metadata) return undefined
    const { ctfStart: start, ctfEnd: end } = metadata
    const series = data.series.filter(({ accountId }) => !ownOnly || accountId === ownId)
    return raceOf({ series }, { start, end, frozenSince, now }, ownId)
  }, [data, metadata, frozenSince, now, ownId, ownOnly])
  const loading = <Skeleton height="var(--chart)" />
  return (
    <Panel title={t`Points over time`} icon="flag">
      <div className={css.history}>
        <div className={css.room} style={{ '--lines': lines } as CSSProperties}>
          {race === undefined && (hasFailed ? <ResourceFailure of={history} /> : loading)}
          {race === null && ownOnly && <EmptyState icon="flag" title={t`No points yet.`} />}
          {race === null && !ownOnly && (
            <EmptyState
              icon="flag"
              title={isRunning ? t`Nobody has points yet.` : t`Nobody has points.`}
            >
              {isRunning && <Trans>The race starts with the first solved flag.</Trans>}
            </EmptyState>
          )}
          {race && (
            <PartBoundary fallback={retry => <BrokenPage retry={retry} />}>
              <Suspense fallback={loading}>
                <RaceChart race={race} />
              </Suspense>
            </PartBoundary>
          )}
        </div>
      </div>
    </Panel>
  )
}
