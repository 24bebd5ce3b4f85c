import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf, isFailed, isLoading } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { ResourceAge } from '../feedback/data-age.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { PageSpinner } from '../pages/page-spinner.tsx'
import { Invitation } from './invitation.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { Members } from './members.tsx'
import css from './team.module.css'

/** The own team. Without one, the app leads home. */
export function TeamPage() {
  const { team } = useSignedIn()
  const data = useSelector(team, dataOf)
  const loading = useSelector(team, isLoading)
  const failed = useSelector(team, isFailed)
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
        </div>
        <LeaveTeam team={data} />
      </header>
      <ResourceAge of={team} />
      <div className={css.columns}>
        <Members team={data} />
        <Invitation team={data} />
      </div>
    </div>
  )
}
