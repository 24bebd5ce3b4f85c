import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useDeferredValue, useMemo, useState } from 'react'
import { raceSize } from '../../domain/race.ts'
import { findRows, scoreboardRows } from '../../domain/scoreboard-rows.ts'
import { selectHas } from '../../machines/event/selectors.ts'
import { dataOf, isFailed } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { ResourceAge } from '../feedback/data-age.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { ScoreGroupName } from './score-group-name.tsx'
import css from './scoreboard.module.css'
import { ScoreboardTable } from './scoreboard-table.tsx'
import { ScoreboardTools } from './scoreboard-tools.tsx'

export { VisitorPage } from './visitor/visitor-page.tsx'

export function ScoreboardPage() {
  const { t } = useLingui()
  const { event, scoreboard, stats } = useSignedIn()
  const hasMore = useSelector(event, selectHas('scoreboard'))
  const { teamMode, phase } = useSelector(useApp(), snapshot => snapshot.context.facts)
  // The data is deferred: ten thousand entries then render in slices, and the page keeps responding.
  const data = useDeferredValue(useSelector(scoreboard, dataOf))
  const frozenSince = data?.frozenSince ?? null
  const hasFailed = useSelector(scoreboard, isFailed)
  const own = useSelector(stats, dataOf)
  const [text, setText] = useState('')
  const deferred = useDeferredValue(text)
  // The jump to the user's own row clears the text, and needs the row at once.
  const wanted = text && deferred
  const ownId = own?.accountId || undefined
  const rows = useMemo(() => data && scoreboardRows(data.entries, own), [data, own])
  const found = useMemo(() => rows && findRows(rows, wanted), [rows, wanted])
  return (
    <div className={css.page}>
      <h1>
        <Trans>Scoreboard</Trans>
      </h1>
      <ScoreGroupName />
      <ResourceAge of={scoreboard} />
      {!rows && (hasFailed ? <ResourceFailure of={scoreboard} /> : <PageSpinner />)}
      {phase === 'running' && frozenSince && (
        <FrozenNotice since={frozenSince} own={own?.score.points} />
      )}
      {rows && found && (
        <>
          {hasMore && <HistoryPanel lines={raceSize(rows, ownId)} frozenSince={frozenSince} />}
          {rows.length > 0 && (
            <ScoreboardTools
              text={text}
              onText={setText}
              found={found.length}
              total={rows.length}
              ownId={ownId}
            />
          )}
          {found.length > 0 ? (
            <ScoreboardTable
              rows={found}
              ownId={ownId}
              label={t`Scoreboard`}
              teamMode={teamMode}
              detail={hasMore ? 'all' : 'none'}
            />
          ) : (
            <EmptyState
              icon="trophy"
              title={rows.length > 0 ? t`No matches.` : t`No entries yet.`}
            />
          )}
          {hasMore && found.length > 0 && (
            <p className={css.note}>
              <Trans>
                With equal points, those who solved their last flag earlier are ahead. The arrows
                compare the rank with that of an hour ago.
              </Trans>
            </p>
          )}
        </>
      )}
    </div>
  )
}
