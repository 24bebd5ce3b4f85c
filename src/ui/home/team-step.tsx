import { Plural, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasStarted } from '../../domain/facts.ts'
import { metadataOf } from '../../machines/event/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { CreateTeamForm } from './create-team-form.tsx'
import css from './home.module.css'
import { JoinTeamForm } from './join-team-form.tsx'

/** Joins a team by its token, or creates one. Nobody can join a team that has room for one alone. */
export function TeamStep() {
  const { event } = useSignedIn()
  const limit = useSelector(event, snapshot => metadataOf(snapshot)?.defaultTeamSizeLimit ?? null)
  const isAlone = limit === 1
  const started = useSelector(useApp(), snapshot => hasStarted(snapshot.context.facts))
  return (
    <section className={css.step} aria-labelledby="step">
      <div className={css.intro}>
        <h2 id="step">
          {isAlone ? <Trans>Create your team</Trans> : <Trans>Find your team</Trans>}
        </h2>
        <p>
          {isAlone ? (
            <Trans>In this event, each team has only one member. Create yours to take part.</Trans>
          ) : (
            <Trans>
              You play this event in teams. Join one with the token that its members share, or
              create your own and invite others.
            </Trans>
          )}
        </p>
        <p className={css.fact}>
          <Trans>Team size limit:</Trans>{' '}
          <strong>
            {limit === null ? (
              <Trans>not limited</Trans>
            ) : (
              <Plural value={limit} one="# member" other="# members" />
            )}
          </strong>
        </p>
        {started && (
          <p className={css.fact}>
            <Trans>The event has started: once you are in a team, you cannot leave it.</Trans>
          </p>
        )}
      </div>
      <div className={css.pair}>
        {!isAlone && <JoinTeamForm />}
        <CreateTeamForm isOnly={isAlone} />
      </div>
    </section>
  )
}
