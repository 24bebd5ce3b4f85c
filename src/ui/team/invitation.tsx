import { Trans, useLingui } from '@lingui/react/macro'
import type { Team } from '../../api/contract.ts'
import { isFull } from '../../machines/membership/members.ts'
import { CopyField } from '../controls/copy-field.tsx'
import { useCopy } from '../controls/use-copy.ts'
import { Panel } from '../layout/panel.tsx'
import css from './team.module.css'

/** The join token, and what it is for. */
export function Invitation({ team }: { team: Team }) {
  const { t } = useLingui()
  const { isCopied, hasFailed, copy } = useCopy()
  return (
    <Panel title={t`Invite others`} icon="key">
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
