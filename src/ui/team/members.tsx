import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { Team } from '../../api/contract.ts'
import { membersOf } from '../../machines/membership/members.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { Badge } from '../feedback/badge.tsx'
import { Panel } from '../layout/panel.tsx'
import css from './team.module.css'

export function Members({ team }: { team: Team }) {
  const { t } = useLingui()
  const ownId = useSelector(useSignedIn().user, snapshot => dataOf(snapshot)?.id)
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
        {membersOf(team).map(({ userId, username }) => (
          <li key={userId}>
            <Icon name="user" />
            <span className={css.name}>{username}</span>
            {userId === ownId && (
              <Badge tone="accent">
                <Trans>You</Trans>
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
