import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf, isFailed, isLoading } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Button } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { PageSpinner } from '../shell/page-spinner.tsx'
import { Invitation } from './invitation.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { Members } from './members.tsx'
import { StaleNotice } from './stale-notice.tsx'
import css from './team.module.css'

/** The own team. Without one, the app leads home. */
export function TeamPage() {
  const { t } = useLingui()
  const { team } = useSignedIn()
  const data = useSelector(team, dataOf)
  const loading = useSelector(team, isLoading)
  const failed = useSelector(team, isFailed)
  const fetching = useSelector(team, snapshot => snapshot.hasTag('fetching'))
  if (failed) {
    return (
      <EmptyState
        icon="warning"
        title={t`Your team could not be loaded.`}
        action={
          <Button
            icon="refresh"
            busy={fetching}
            onClick={() => team.send({ type: 'resource.refresh' })}
          >
            <Trans>Load again</Trans>
          </Button>
        }
      />
    )
  }
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
      <StaleNotice />
      <div className={css.columns}>
        <Members team={data} />
        <Invitation team={data} />
      </div>
    </div>
  )
}
