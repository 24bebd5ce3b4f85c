import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { maxSubmissions } from '../../api/contract/submissions.ts'
import { dataOf, isFailed } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import { KeepFocus } from '../layout/keep-focus.tsx'
import { Panel } from '../layout/panel.tsx'
import { roles } from '../layout/table-roles.ts'
import { ResourceFailure } from '../loading/resource-failure.tsx'
import { Skeleton } from '../loading/skeleton.tsx'
import css from './activity.module.css'
import { SubmissionRow } from './submission-row.tsx'

/** How many are shown at first. */
const FIRST = 15

/** What all members submitted, the newest first. */
export function SubmissionList() {
  const { t, i18n } = useLingui()
  const { submissions } = useSignedIn()
  const teamMode = useSelector(useApp(), snapshot => snapshot.context.facts.teamMode)
  const all = useSelector(submissions, dataOf)?.submissions
  const hasFailed = useSelector(submissions, isFailed)
  const [showsAll, setShowsAll] = useState(false)
  if (!all)
    return (
      <KeepFocus>
        <Panel title={t`Submissions`} icon="flag">
          {hasFailed ? <ResourceFailure of={submissions} /> : <Skeleton height="12rem" />}
        </Panel>
      </KeepFocus>
    )
  // There may be more than are listed.
  const isCut = all.length >= maxSubmissions
  const count = i18n.number(all.length)
  const shown = showsAll ? all : all.slice(0, FIRST)
  return (
    <KeepFocus>
      <Panel flush title={t`Submissions`} icon="flag" aside={isCut ? t`the last ${count}` : count}>
        {all.length === 0 ? (
          <p className={css.nothing}>
            <Trans>Nothing submitted yet.</Trans>
          </p>
        ) : (
          <table {...roles.table} className={css.table}>
            <thead {...roles.group}>
              <tr {...roles.row}>
                <th {...roles.columnHeader}>
                  <Trans>Challenge</Trans>
                </th>
                <th {...roles.columnHeader}>
                  <Trans>Verdict</Trans>
                </th>
                {teamMode && (
                  <th {...roles.columnHeader}>
                    <Trans>Member</Trans>
                  </th>
                )}
                <th {...roles.columnHeader}>
                  <Trans>Time</Trans>
                </th>
              </tr>
            </thead>
            <tbody {...roles.group}>
              {shown.map((one, index) => (
                <SubmissionRow key={all.length - index} submission={one} hasMember={teamMode} />
              ))}
            </tbody>
          </table>
        )}
        {shown.length < all.length && (
          <div className={css.more}>
            <Button size="small" onClick={() => setShowsAll(true)}>
              {isCut ? (
                <Trans>Show the last {count} submissions</Trans>
              ) : (
                <Plural value={all.length} one="Show # submission" other="Show all # submissions" />
              )}
            </Button>
          </div>
        )}
      </Panel>
    </KeepFocus>
  )
}
