import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasStarted } from '../../domain/facts.ts'
import type { JoinProblem } from '../../machines/home/problems.ts'
import {
  invitationProblem,
  invitationWait,
  isJoining,
} from '../../machines/invitation/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { useApp, useLoaded } from '../app-context.tsx'
import { useSecondsLeft } from '../clock/use-seconds-left.ts'
import { Button } from '../controls/button.tsx'
import { PageButton } from '../controls/link-button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { useHomeTexts } from '../home/use-home-texts.ts'
import { EmptyState } from '../loading/empty-state.tsx'

/** Asks whether to join the team. Its name is not known before. */
export function Question() {
  const { t } = useLingui()
  const texts = useHomeTexts()
  const problems = useProblemTexts()
  const invitation = useLoaded('invitation')
  const started = useSelector(useApp(), snapshot => hasStarted(snapshot.context.facts))
  const problem = useSelector(invitation, invitationProblem)
  const wait = useSecondsLeft(useSelector(invitation, invitationWait))
  const joining = useSelector(invitation, isJoining)
  const canAccept = useSelector(invitation, snapshot => snapshot.can({ type: 'invitation.accept' }))
  return (
    <EmptyState
      alone
      icon="team"
      title={t`Join the team?`}
      action={
        <>
          <Button
            variant="primary"
            busy={joining}
            busyLabel={t`Joining…`}
            aria-disabled={!canAccept}
            onClick={() => invitation.send({ type: 'invitation.accept' })}
          >
            {wait === null ? <Trans>Join team</Trans> : texts.waitLabel(wait)}
          </Button>
          {!joining && (
            <PageButton
              href={pages.home.path}
              onOpen={() => invitation.send({ type: 'invitation.decline' })}
            >
              <Trans>No, thanks</Trans>
            </PageButton>
          )}
        </>
      }
    >
      <p>
        <Trans>Somebody invited you to their team. You see its name once you are in it.</Trans>{' '}
        {started ? (
          <Trans>The event has started: once you join, you cannot leave the team.</Trans>
        ) : (
          <Trans>You can leave it until the event starts.</Trans>
        )}
      </p>
      {(problem || wait !== null) && (
        <Notice tone="danger" live="assertive">
          {wait === null ? problem && problems[problem] : texts.tooManyAttempts(wait)}
        </Notice>
      )}
    </EmptyState>
  )
}

/** Each says what to do next. */
function useProblemTexts(): Record<JoinProblem, string> {
  const { t } = useLingui()
  const invalid = t`This invitation is not valid. Ask your team mates for a new link.`
  return {
    EMPTY: invalid,
    TEAM_JOIN_TOKEN_INVALID: invalid,
    VALIDATION_FAILED: invalid,
    TEAM_FULL: t`The team is already full. Find another team, or create your own on the home page.`,
    NOT_FOUND: t`This event has no teams. Everybody plays alone.`,
    TIME_RESTRICTED: t`The event is over. Nobody can join a team any more.`,
    FAILED: t`That did not work. Please try again.`,
  }
}
