import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Team } from '../../api/contract.ts'
import { lastSubmissions } from '../../domain/last-submissions.ts'
import { membersOf } from '../../machines/membership/members.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Panel } from '../layout/panel.tsx'
import { MemberRow } from './member-row.tsx'
import css from './team.module.css'

export function Members({ team }: { team: Team }) {
  const { t } = useLingui()
  const { user, submissions } = useSignedIn()
  const ownId = useSelector(user, snapshot => dataOf(snapshot)?.id)
  const all = useSelector(submissions, dataOf)
  const last = useMemo(() => lastSubmissions(all?.submissions ?? []), [all])
  const count = team.members.length
  const { maxSize } = team
  return (
    <Panel
      flush
      title={t`Members`}
      icon="team"
      aside={
        maxSize === null ? (
          <Trans>{count}, unlimited</Trans>
        ) : (
          <Trans>
            {count} of {maxSize}
          </Trans>
        )
      }
    >
      <ul className={css.members}>
        {membersOf(team).map(member => (
          <MemberRow
            key={member.userId}
            member={member}
            isOwn={member.userId === ownId}
            last={last.get(member.username)}
          />
        ))}
      </ul>
    </Panel>
  )
}
