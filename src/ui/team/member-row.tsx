import { Plural, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { TeamMember } from '../../api/contract.ts'
import { challengeNameIn } from '../../domain/challenge.ts'
import type { Submission } from '../../domain/last-submissions.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Icon } from '../art/icon.tsx'
import { userIcon } from '../art/page-icons.ts'
import { Badge } from '../feedback/badge.tsx'
import { Moment } from '../text/moment.tsx'
import css from './team.module.css'

interface MemberRowProps {
  member: TeamMember
  isOwn: boolean
  /** Absent: they submitted nothing yet, or the backend does not say. */
  last: Submission | undefined
}

/** A member: what the flags that they submitted are worth, and which challenge they were last at. */
export function MemberRow({ member, isOwn, last }: MemberRowProps) {
  const { username, points, solves } = member
  const challenge = useSelector(useSignedIn().catalogue, snapshot =>
    last ? challengeNameIn(dataOf(snapshot), last) : '',
  )
  return (
    <li>
      <Icon name={userIcon} />
      <div className={css.member}>
        <span translate="no">{username}</span>
        {isOwn && (
          <Badge tone="accent">
            <Trans>You</Trans>
          </Badge>
        )}
        {points !== undefined && solves !== undefined && (
          <span className={css.result}>
            <strong>
              <Plural value={points} one="# point" other="# points" />
            </strong>{' '}
            · <Plural value={solves} one="# flag" other="# flags" />
          </span>
        )}
        {last && (
          <span className={css.last}>
            <Trans>
              Last at {challenge}, <Moment time={last.time} />
            </Trans>
          </span>
        )}
      </div>
    </li>
  )
}
