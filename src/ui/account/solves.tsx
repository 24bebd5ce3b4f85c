import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { ChallengeRef } from '../../api/contract.ts'
import { canPlay } from '../../domain/facts.ts'
import { challengePath } from '../../machines/navigation/pages.ts'
import { useApp } from '../app-context.tsx'
import { Link } from '../controls/link.tsx'
import { Panel } from '../layout/panel.tsx'
import { roles } from '../layout/table-roles.ts'
import { EmptyState } from '../loading/empty-state.tsx'
import { Moment } from '../text/moment.tsx'
import css from './account.module.css'

interface Solve extends ChallengeRef {
  readonly name: string
  readonly time: string
  readonly points: number
  /** The member who submitted the last flag, if that is known. */
  readonly by?: string | undefined
}

interface SolvesProps {
  solves: readonly Solve[]
  /** The points that the account paid for hints, if that is known. */
  hintCosts?: number | undefined
}

/** The challenges of which an account has all flags, in the order in which it solved them. */
export function Solves({ solves, hintCosts = 0 }: SolvesProps) {
  const { t, i18n } = useLingui()
  const canOpen = useSelector(useApp(), snapshot => canPlay(snapshot.context.facts))
  return (
    <Panel flush title={t`Completed challenges`} icon="flag">
      {solves.length === 0 ? (
        <EmptyState icon="flag" title={t`Nothing completed yet.`} />
      ) : (
        <table {...roles.table} className={css.solves}>
          <thead {...roles.group}>
            <tr {...roles.row}>
              <th {...roles.columnHeader}>
                <Trans>Challenge</Trans>
              </th>
              <th {...roles.columnHeader}>
                <Trans>Time</Trans>
              </th>
              <th {...roles.columnHeader} className={css.number}>
                <Trans>Points</Trans>
              </th>
            </tr>
          </thead>
          <tbody {...roles.group}>
            {solves.map(({ name, time, points, by, ...challenge }) => (
              <tr key={challengePath(challenge)} {...roles.row}>
                <th {...roles.rowHeader}>
                  {canOpen ? <Link href={challengePath(challenge)}>{name}</Link> : name}
                </th>
                <td {...roles.cell} className={css.time}>
                  <Moment time={time} />
                  {by !== undefined && <span className={css.by}>{by}</span>}
                </td>
                <td {...roles.cell} className={css.number}>
                  {i18n.number(points)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hintCosts > 0 && (
        <p className={css.hints}>
          <Plural
            value={hintCosts}
            one="Hints have cost # point."
            other="Hints have cost # points."
          />
        </p>
      )}
    </Panel>
  )
}
