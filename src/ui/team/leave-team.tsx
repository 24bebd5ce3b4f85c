import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Team } from '../../api/contract.ts'
import { hasStarted } from '../../domain/facts.ts'
import {
  confirmingTeam,
  hasLeavingFailed,
  isLeaving,
  isTooLate,
} from '../../machines/membership/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useLoaded, useSignedIn } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Notice } from '../feedback/notice.tsx'

/** A button that is there until the CTF starts, and a question before the team is left. */
export function LeaveTeam({ team }: { team: Team }) {
  const { t } = useLingui()
  const { user } = useSignedIn()
  const membership = useLoaded('membership')
  const started = useSelector(useApp(), snapshot => hasStarted(snapshot.context.facts))
  const userId = useSelector(user, snapshot => dataOf(snapshot)?.id ?? '')
  const isConfirming = useSelector(membership, snapshot => confirmingTeam(snapshot) === team.id)
  const leaving = useSelector(membership, isLeaving)
  const tooLate = useSelector(membership, isTooLate)
  const failed = useSelector(membership, hasLeavingFailed)
  const canConfirm = useSelector(membership, snapshot => snapshot.can({ type: 'leave.confirmed' }))
  const cancel = () => membership.send({ type: 'leave.cancelled' })
  const closing = leaving ? {} : ({ onClose: cancel, closeLabel: t`Close` } as const)
  return (
    <>
      {!started && (
        <Button
          icon="logout"
          busy={leaving}
          onClick={() => membership.send({ type: 'leave.requested', teamId: team.id, userId })}
        >
          <Trans>Leave team</Trans>
        </Button>
      )}
      <Dialog
        open={isConfirming}
        title={t`Leave the team ${team.name}?`}
        {...closing}
        actions={
          <>
            <Button onClick={cancel} aria-disabled={leaving}>
              <Trans>Stay</Trans>
            </Button>
            <Button
              variant="danger"
              busy={leaving}
              busyLabel={t`Leaving…`}
              aria-disabled={!canConfirm}
              onClick={() => membership.send({ type: 'leave.confirmed' })}
            >
              <Trans>Leave team</Trans>
            </Button>
          </>
        }
      >
        <p>
          {team.members.length > 1 ? (
            <Trans>You can rejoin with the join token while there is room.</Trans>
          ) : (
            <Trans>You are the only member. If you leave, the team is deleted.</Trans>
          )}
        </p>
        {tooLate && (
          <Notice tone="danger" live="assertive">
            <Trans>The CTF has started. You can no longer leave the team.</Trans>
          </Notice>
        )}
        {failed && (
          <Notice tone="danger" live="assertive">
            <Trans>That did not work. Please try again.</Trans>
          </Notice>
        )}
      </Dialog>
    </>
  )
}
