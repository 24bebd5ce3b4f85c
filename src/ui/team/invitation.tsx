import { Trans, useLingui } from '@lingui/react/macro'
import type { Team } from '../../api/contract.ts'
import { isFull } from '../../machines/membership/members.ts'
import { CopyField } from '../controls/copy-field.tsx'
import { useCopy } from '../controls/use-copy.ts'
import { Panel } from '../layout/panel.tsx'
import css from './team.module.css'

/** The join token, and what it is good for. */
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
          <Trans>Your browser did not allow it. Click into the token and copy it yourself.</Trans>
        </p>
      )}
      <p className={css.muted}>
        {isFull(team) ? (
          <Trans>The team is full, so nobody else can join it at the moment.</Trans>
        ) : (
          <Trans>
            Give this token to those who shall join you: they enter it on their home page. Whoever
            has it can join, so keep it among yourselves.
          </Trans>
        )}
      </p>
    </Panel>
  )
}
