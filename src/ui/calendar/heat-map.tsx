import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { SolveTimes } from '../../api/contract.ts'
import { heatOf } from '../../domain/heat.ts'
import { calendarDays, indexOfDay, MAX_DAYS } from '../../domain/time/days.ts'
import { serverNow } from '../../machines/clock/machine.ts'
import { useClock } from '../clock/use-clock.ts'
import { Notice } from '../feedback/notice.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { CategoryTable } from './category-table.tsx'
import { HeatTips } from './heat-tips.tsx'
import { Legend } from './legend.tsx'

interface HeatMapProps {
  solveTimes: SolveTimes
  /** ISO timestamps. */
  start: string
  end: string
  label: string
}

export function HeatMap({ solveTimes, start, end, label }: HeatMapProps) {
  const { t } = useLingui()
  const today = useClock(clock => new Date(serverNow(clock)).setHours(0, 0, 0, 0))
  const days = useMemo(
    () => calendarDays(new Date(start), new Date(end), new Date(today)),
    [start, end, today],
  )
  const isCut =
    Date.parse(end) >= (days.at(-1)?.end ?? Number.POSITIVE_INFINITY) ||
    indexOfDay(days, Date.parse(start)) !== 0
  const heat = useMemo(() => heatOf(solveTimes, days), [solveTimes, days])
  const maxNameLength = Math.max(
    0,
    ...heat.categories.flatMap(({ challenges }) => challenges.map(({ name }) => name.length)),
  )
  if (days.length === 0) {
    return (
      <Notice tone="danger" live="assertive" title={t`The calendar cannot be shown.`}>
        <Trans>The event ends before it starts.</Trans>
      </Notice>
    )
  }
  if (heat.categories.length === 0) {
    return <EmptyState icon="calendar" title={t`No challenges available.`} />
  }
  return (
    <>
      {isCut && (
        <Notice tone="warn">
          <Trans>The calendar shows {MAX_DAYS} days of the event only.</Trans>
        </Notice>
      )}
      <Legend largest={heat.largest} />
      <HeatTips days={days} label={label}>
        {heat.categories.map(category => (
          <CategoryTable
            key={category.name}
            category={category}
            days={days}
            maxNameLength={maxNameLength}
            largest={heat.largest}
          />
        ))}
      </HeatTips>
    </>
  )
}
