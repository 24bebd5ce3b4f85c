import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { AccountDetail } from '../../api/contract.ts'
import { type AccountPageRef, accountPage } from '../../machines/app/children.ts'
import { dataOf, isFailed } from '../../machines/resource/selectors.ts'
import { Activity } from '../activity/activity.tsx'
import { useApp, useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { userIcon } from '../art/page-icons.ts'
import { Badge } from '../feedback/badge.tsx'
import { ResourceAge } from '../feedback/data-age.tsx'
import { PageSpinner } from '../feedback/page-spinner.tsx'
import { Panel } from '../layout/panel.tsx'
import { NothingHere } from '../loading/nothing-here.tsx'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { rankText } from '../scoreboard/rank-text.ts'
import { pointsText } from '../text/points.ts'
import css from './account.module.css'
import { Solves } from './solves.tsx'

/** An account of the user's own score group: a team, or a user. */
export function AccountPage({ page: { accountId } }: { page: { accountId: string } }) {
  const { t } = useLingui()
  const account = useSelector(useApp(), snapshot => accountPage(snapshot, accountId))
  const data = useSelector(account, snapshot => snapshot && dataOf(snapshot))
  const hasFailed = useSelector(account, snapshot => !!snapshot && isFailed(snapshot))
  if (!account) return <PageSpinner />
  if (data === undefined)
    return hasFailed ? <ResourceFailure of={account} alone /> : <PageSpinner />
  if (data) return <Shown account={data} of={account} />
  return (
    <NothingHere heading={t`Account not found`} title={t`There is no account at this address.`}>
      <Trans>It may belong to another score group, or it is gone.</Trans>
    </NothingHere>
  )
}

function Shown({ account, of }: { account: AccountDetail; of: AccountPageRef }) {
  const { t, i18n } = useLingui()
  const teamMode = useSelector(useApp(), snapshot => snapshot.context.facts.teamMode)
  const ownId = useSelector(useSignedIn().stats, snapshot => dataOf(snapshot)?.accountId)
  const { displayName, rank, points, members, solves } = account
  const shown = pointsText(i18n, points)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <p className={css.kind}>{teamMode ? <Trans>Team</Trans> : <Trans>Account</Trans>}</p>
        <h1>
          <span translate="no">{displayName}</span>{' '}
          {account.accountId === ownId && (
            <Badge tone="accent">{teamMode ? <Trans>Your team</Trans> : <Trans>You</Trans>}</Badge>
          )}
        </h1>
        <p className={css.facts}>
          <span>{rankText(i18n, rank)}</span>
          <span>
            <Plural value={points} one={`${shown} point`} other={`${shown} points`} />
          </span>
          <span>
            <Plural value={solves.length} one="# challenge" other="# challenges" />
          </span>
        </p>
      </header>
      <ResourceAge of={of} />
      <div className={css.columns}>
        <div className={css.column}>
          <Solves solves={solves} />
          {!teamMode && account.accountId === ownId && <Activity />}
        </div>
        {teamMode && members.length > 0 && (
          <Panel flush title={t`Members`} icon="team" aside={i18n.number(members.length)}>
            <ul className={css.members}>
              {members.map(({ username }) => (
                <li key={username}>
                  <Icon name={userIcon} />
                  <span translate="no">{username}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </div>
  )
}
