import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useDeferredValue } from 'react'
import { dataOf, isFailed } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { ResourceAge } from '../feedback/data-age.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import css from './calendar.module.css'
import { HeatMap } from './heat-map.tsx'

export function CalendarPage() {
  const { t } = useLingui()
  const { solveTimes, event } = useSignedIn()
  // The data is deferred: the many cells then render in slices, and the page keeps responding.
  const data = useDeferredValue(useSelector(solveTimes, dataOf))
  const hasFailed = useSelector(solveTimes, isFailed)
  const start = useSelector(event, ({ context }) => context.metadata?.ctfStart)
  const end = useSelector(event, ({ context }) => context.metadata?.ctfEnd)
  return (
    <div className={css.page}>
      <h1>
        <Trans>Flag Calendar</Trans>
      </h1>
      <ResourceAge of={solveTimes} />
      {!data && (hasFailed ? <ResourceFailure of={solveTimes} /> : <PageSpinner />)}
      {data && start && end && (
        <HeatMap
          solveTimes={data}
          start={start}
          end={end}
          label={t`Solves by challenge, flag and day`}
        />
      )}
    </div>
  )
}
