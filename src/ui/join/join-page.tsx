import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { hasStarted } from '../../domain/facts.ts'
import { shownState } from '../../machines/invitation/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useLoaded, useSignedIn } from '../app-context.tsx'
import { PageButton } from '../controls/link-button.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { KeepFocus } from '../layout/keep-focus.tsx'
import { EmptyState } from '../loading/empty-state.tsx'
import { Question } from './question.tsx'

/** What a link to a team leads to: the question whether to join, or why that is not possible. */
export function JoinPage() {
  const state = useSelector(useLoaded('invitation'), shownState)
  return (
    <KeepFocus>
      <Content state={state} />
    </KeepFocus>
  )
}

function Content({ state }: { state: ReturnType<typeof shownState> }) {
  const { t } = useLingui()
  const started = useSelector(useApp(), snapshot => hasStarted(snapshot.context.facts))
  const team = useSelector(useSignedIn().team, snapshot => dataOf(snapshot)?.name ?? '')
  switch (state) {
    case 'asking':
      return <Question />
    case 'unknown':
      return <PageSpinner />
    case 'joined':
      return (
        <Result icon="circleCheck" title={t`You are in the team ${team}.`} action={<ToTeam />}>
          <Trans>Your team mates and you now share challenges, environments and points.</Trans>
        </Result>
      )
    case 'inTeam':
      return (
        <Result title={t`You are already in the team ${team}.`} action={<ToTeam />}>
          {started ? (
            <Trans>The event has started, so you can no longer change teams.</Trans>
          ) : (
            <Trans>To join another team, leave yours first. Then open the link again.</Trans>
          )}
        </Result>
      )
    case 'noTeams':
      return (
        <Result title={t`This event has no teams.`}>
          <Trans>Everybody plays alone. You do not need an invitation.</Trans>
        </Result>
      )
    case 'over':
      return (
        <Result title={t`The event is over.`}>
          <Trans>Nobody can join a team any more.</Trans>
        </Result>
      )
    case 'none':
      return (
        <Result title={t`This link is incomplete.`}>
          <Trans>
            Ask your team mates for the whole link, or enter their join token on the home page.
          </Trans>
        </Result>
      )
  }
}

interface ResultProps {
  icon?: 'team' | 'circleCheck'
  title: string
  /** Beside the link home. */
  action?: ReactNode
  children: ReactNode
}

function Result({ icon = 'team', title, action, children }: ResultProps) {
  return (
    <EmptyState
      alone
      icon={icon}
      title={title}
      action={
        <>
          <PageButton href={pages.home.path} icon="home" variant="primary">
            <Trans>Go to the home page</Trans>
          </PageButton>
          {action}
        </>
      }
    >
      {children}
    </EmptyState>
  )
}

function ToTeam() {
  return (
    <PageButton href={pages.ownTeam.path} icon="team">
      <Trans>Your team</Trans>
    </PageButton>
  )
}
