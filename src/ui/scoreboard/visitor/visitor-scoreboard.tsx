import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { metadataOf, phaseOf } from '../../../machines/event/selectors.ts'
import { dataOf, isFailed } from '../../../machines/resource/selectors.ts'
import { StartText } from '../../event/start-text.tsx'
import { ResourceAge } from '../../feedback/data-age.tsx'
import { FailureText } from '../../feedback/failure-text.tsx'
import { PageSpinner } from '../../feedback/page-spinner.tsx'
import { EmptyState } from '../../loading/empty-state.tsx'
import { LoadFailed } from '../../loading/load-failed.tsx'
import { ResourceFailure } from '../../loading/resource-failure.tsx'
import { FrozenNotice } from '../frozen-notice.tsx'
import { ScoreGroups } from './score-groups.tsx'
import { useVisitor } from './use-visitor.ts'

/** What there is to see for everybody, or why there is nothing. */
export function VisitorScoreboard() {
  const { t } = useLingui()
  const { event, publicScoreboard } = useVisitor()
  const metadata = useSelector(event, metadataOf)
  const phase = useSelector(event, phaseOf)
  const board = useSelector(publicScoreboard, dataOf)
  const hasFailed = useSelector(publicScoreboard, isFailed)
  if (!metadata) return <EventLoading />
  if (phase === 'upcoming' || board === 'TIME_RESTRICTED') {
    return (
      <EmptyState icon="clock" title={t`The CTF has not started yet.`}>
        <StartText start={metadata.ctfStart} />
      </EmptyState>
    )
  }
  if (hasFailed) return <ResourceFailure of={publicScoreboard} />
  if (board === undefined) return <PageSpinner />
  if (board === 'NOT_FOUND') {
    return (
      <EmptyState icon="lock" title={t`The scoreboard is not public any more.`}>
        <Trans>Participants see it after they sign in.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <ResourceAge of={publicScoreboard} />
      {/* At the end, the last read may still be of the freeze. */}
      {phase === 'running' && board.frozenSince && <FrozenNotice since={board.frozenSince} />}
      <ScoreGroups groups={board.groups} teamMode={metadata.teamModeEnabled} />
    </>
  )
}

/** Until the event is known. */
function EventLoading() {
  const { t } = useLingui()
  const { event } = useVisitor()
  const failure = useSelector(event, snapshot => snapshot.context.failure)
  if (!failure) return <PageSpinner />
  return (
    <LoadFailed
      title={t`The event could not be loaded.`}
      retry={() => event.send({ type: 'event.retry' })}
    >
      <FailureText code={failure.code} />
    </LoadFailed>
  )
}
