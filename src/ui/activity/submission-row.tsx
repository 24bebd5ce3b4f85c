import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { challengeNameIn } from '../../domain/challenge.ts'
import { canPlay } from '../../domain/facts.ts'
import type { Submission } from '../../domain/last-submissions.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { type AnyIcon, Icon } from '../art/icon.tsx'
import { Link } from '../controls/link.tsx'
import { roles } from '../layout/table-roles.ts'
import { Moment } from '../text/moment.tsx'
import css from './activity.module.css'

const icons: Record<Submission['status'], AnyIcon> = {
  1: 'circleCheck',
  2: 'circleX',
  3: 'refresh',
}

interface SubmissionRowProps {
  submission: Submission
  hasMember: boolean
}

export function SubmissionRow({ submission, hasMember }: SubmissionRowProps) {
  const name = useSelector(useSignedIn().catalogue, snapshot =>
    challengeNameIn(dataOf(snapshot), submission),
  )
  const canOpen = useSelector(useApp(), snapshot => canPlay(snapshot.context.facts))
  const { status, username, time } = submission
  const verdicts: Record<Submission['status'], ReactNode> = {
    1: <Trans>Correct</Trans>,
    2: <Trans>Wrong</Trans>,
    3: <Trans>Submitted before</Trans>,
  }
  return (
    <tr {...roles.row}>
      <th {...roles.rowHeader}>
        {canOpen ? <Link href={challengePath(submission)}>{name}</Link> : name}
      </th>
      <td {...roles.cell} data-status={status} className={css.verdict}>
        <Icon name={icons[status]} />
        {verdicts[status]}
      </td>
      {hasMember && (
        <td {...roles.cell} className={css.member}>
          {username}
        </td>
      )}
      <td {...roles.cell} className={css.time}>
        <Moment time={time} />
      </td>
    </tr>
  )
}
