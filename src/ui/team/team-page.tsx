import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasExtension } from '../../domain/extensions.ts'
import { canSeeScores } from '../../domain/facts.ts'
import { hasScored } from '../../domain/stats.ts'
import { dataOf, isFailed, isLoading } from '../../machines/resource/selectors.ts'
import { Activity } from '../activity/activity.tsx'
import { useApp, useSignedIn } from '../app-context.tsx'
import { ResourceAge } from '../feedback/data-age.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { HistoryPanel } from '../scoreboard/history-panel.tsx'
import { ScoreGroupName } from '../scoreboard/score-group-name.tsx'
import { Invitation } from './invitation.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { Members } from './members.tsx'
import css from './team.module.css'
import { TeamSolves } from './team-solves.tsx'

/** The user's own team. Without one, the app leads home. */
export function TeamPage() {
  const { team, stats } = useSignedIn()
  const data = useSelector(team, dataOf)
  const loading = useSelector(team, isLoading)
  const failed = useSelector(team, isFailed)
  const facts = useSelector(useApp(), snapshot => snapshot.context.facts)
  const seesScores = canSeeScores(facts)
  // Below an empty chart, nobody on a phone finds the invitation.
  const scored = useSelector(stats, ({ context }) => context.data && hasScored(context.data.score))
  if (failed) return <ResourceFailure of={team} alone />
  if (loading || !data) return <PageSpinner />
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.title}>
          <p>
            <Trans>Your team</Trans>
          </p>
          <h1>{data.name}</h1>
          <ScoreGroupName />
        </div>
        <LeaveTeam team={data} />
      </header>
      <ResourceAge of={team} />
      <div className={css.columns}>
        <div className={css.column}>
          <Members team={data} />
          {seesScores && hasExtension(facts, 'scoreboard') && scored && (
            <HistoryPanel ownOnly lines={1} />
          )}
          <Activity />
        </div>
        <div className={css.column}>
          {facts.phase !== 'over' && data.maxSize !== 1 && <Invitation team={data} />}
          {seesScores && hasExtension(facts, 'challenges') && <TeamSolves />}
        </div>
      </div>
    </div>
  )
}
