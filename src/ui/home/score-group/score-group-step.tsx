import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import {
  areGroupsLoading,
  groupsOf,
  haveGroupsFailed,
  isForTeam,
} from '../../../machines/home/selectors.ts'
import { useLoaded } from '../../app-context.tsx'
import { Button } from '../../controls/button.tsx'
import { useEventDetails, useTextIn } from '../../event/use-event.ts'
import { EmptyState } from '../../loading/empty-state.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import css from '../home.module.css'
import { ScoreGroupForm } from './score-group-form.tsx'

/** Chooses the group in which the user, or the user's team, is scored. */
export function ScoreGroupStep() {
  const home = useLoaded('home')
  const forTeam = useSelector(home, isForTeam)
  const count = useSelector(home, snapshot => groupsOf(snapshot).length)
  return (
    <section className={css.step} aria-labelledby="step">
      <div className={css.intro}>
        <h2 id="step">
          {forTeam ? (
            <Trans>Choose the score group of your team</Trans>
          ) : (
            <Trans>Choose your score group</Trans>
          )}
        </h2>
        <GroupsText />
        {count > 0 && (
          <p className={css.fact}>
            <Plural value={count} one="There is # option." other="There are # options." />
          </p>
        )}
      </div>
      <Groups count={count} />
    </section>
  )
}

/** How the event explains its groups. */
function GroupsText() {
  const own = useTextIn()(useEventDetails()?.groupsText)
  if (own !== null) {
    return (
      <>
        <Markdown text={own} topHeading={3} />
        <p>
          <Trans>You choose once and cannot change it later.</Trans>
        </p>
      </>
    )
  }
  return (
    <p>
      <Trans>
        Scoring is isolated between groups: you compete only within your group, on its own
        scoreboard. You choose once and cannot change it later.
      </Trans>
    </p>
  )
}

function Groups({ count }: { count: number }) {
  const { t } = useLingui()
  const home = useLoaded('home')
  const isLoading = useSelector(home, areGroupsLoading)
  const hasFailed = useSelector(home, haveGroupsFailed)
  const reload = (
    <Button icon="refresh" onClick={() => home.send({ type: 'groups.reload' })}>
      <Trans>Load again</Trans>
    </Button>
  )
  if (hasFailed) {
    return (
      <EmptyState icon="warning" title={t`The score groups could not be loaded.`} action={reload} />
    )
  }
  if (isLoading) return <Skeleton height="12rem" />
  if (count > 0) return <ScoreGroupForm reload={reload} />
  return <EmptyState title={t`There are no score groups yet.`} action={reload} />
}
