import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { ScoreboardEntry } from '../../api/contract.ts'
import { medalOf } from '../../domain/scoreboard-rows.ts'
import { accountPath } from '../../machines/navigation/pages.ts'
import { Icon } from '../art/icon.tsx'
import { userIcon } from '../art/page-icons.ts'
import { Link } from '../controls/link.tsx'
import { Badge } from '../feedback/badge.tsx'
import { roles } from '../layout/table-roles.ts'
import { Moment } from '../text/moment.tsx'
import { pointsText } from '../text/points.ts'
import { OWN_ROW } from './jump.ts'
import { RankChange } from './rank-change.tsx'
import { rankText } from './rank-text.ts'
import css from './scoreboard.module.css'

/**
 * What a row has beyond the specification. `lastFlags`: when the last flag was solved. `all`: also the rank of
 * an hour ago, and a link to the account's page.
 */
export type RowDetail = 'none' | 'lastFlags' | 'all'

interface RowProps {
  row: ScoreboardEntry
  isOwn: boolean
  index: number
  count: number
  teamMode: boolean
  detail: RowDetail
}

export const Row = memo(function Row({ row, isOwn, index, count, teamMode, detail }: RowProps) {
  const { i18n } = useLingui()
  const medal = medalOf(row)
  // A name that is written from right to left and too long is cut at its end, which is left.
  const name = { title: row.displayName, dir: 'auto', translate: 'no' } as const
  const own = isOwn && { [OWN_ROW]: `${index}/${count}`, tabIndex: -1 }
  return (
    <tr
      {...roles.row}
      aria-rowindex={index + 2}
      className={css.row}
      data-own={isOwn || undefined}
      data-medal={medal ?? undefined}
      {...own}
    >
      <td {...roles.cell} className={css.rank}>
        {rankText(i18n, row.rank)}
        {medal && <Icon name="trophy" size="1rem" />}
      </td>
      <td {...roles.cell} className={css.number}>
        {pointsText(i18n, row.points)}
      </td>
      <th {...roles.rowHeader} className={css.name}>
        {detail === 'all' ? (
          <Link href={accountPath(row.accountId)} className={css.text} {...name}>
            {row.displayName}
          </Link>
        ) : (
          <span className={css.text} {...name}>
            {row.displayName}
          </span>
        )}
        {isOwn && (
          <Badge tone="accent" icon={teamMode ? 'team' : userIcon}>
            <span className={css.own}>
              {teamMode ? <Trans>Your team</Trans> : <Trans>You</Trans>}
            </span>
          </Badge>
        )}
      </th>
      <td {...roles.cell} className={css.number}>
        {i18n.number(row.flags)}
      </td>
      {detail !== 'none' && (
        <td {...roles.cell} className={css.last}>
          {row.lastSolve && <Moment time={row.lastSolve} />}
        </td>
      )}
      {detail === 'all' && (
        <td {...roles.cell} className={css.change}>
          <RankChange rank={row.rank} before={row.rankBefore} />
        </td>
      )}
    </tr>
  )
})
