import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Team } from '../../api/contract.ts'
import { selectHas } from '../../machines/event/selectors.ts'
import { isFull } from '../../machines/membership/members.ts'
import { useSignedIn } from '../app-context.tsx'
import { keyIcon } from '../art/page-icons.ts'
import { CopyField } from '../controls/copy-field.tsx'
import { useCopy } from '../controls/use-copy.ts'
import { Panel } from '../layout/panel.tsx'
import { InviteLink } from './invite-link.tsx'
import css from './team.module.css'

/** How others get into the team: a link, where the backend has more than the specification, and the join token. */
export function Invitation({ team }: { team: Team }) {
  const { t } = useLingui()
  const hasLink = useSelector(useSignedIn().event, selectHas('account'))
  const { isCopied, hasFailed, copy } = useCopy()
  return (
    <Panel title={t`Invite others`} icon={keyIcon}>
      {hasLink && !isFull(team) && <InviteLink joinToken={team.joinToken} />}
      <CopyField
        label={t`Join token`}
        value={team.joinToken}
        copied={isCopied}
        onCopy={() => copy(team.joinToken)}
        copyLabel={t`Copy the join token`}
        copiedLabel={t`Copied`}
      />
      {hasFailed && (
        <p className={css.refused} role="alert">
          <Trans>Your browser blocked copying. Click the token and copy it yourself.</Trans>
        </p>
      )}
      <p className={css.muted}>
        {isFull(team) ? (
          <Trans>The team is full. Nobody else can join.</Trans>
        ) : hasLink ? (
          <Trans>
            Anyone who opens the link can join after signing in. The token does the same on the home
            page. Keep both within the team.
          </Trans>
        ) : (
          <Trans>
            Share this token with your team mates. They enter it on the home page. Anyone who has it
            can join, so keep it within the team.
          </Trans>
        )}
      </p>
    </Panel>
  )
}
