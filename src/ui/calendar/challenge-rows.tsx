import { Trans } from '@lingui/react/macro'
import { type CSSProperties, memo } from 'react'
import { type ChallengeHeat, levelOf } from '../../domain/heat.ts'
import { roles } from '../layout/table-roles.ts'
import css from './calendar.module.css'

interface ChallengeRowsProps {
  challenge: ChallengeHeat
  days: number
  /** The largest count of the whole calendar. */
  largest: number
  /** If not, it only takes the place of its rows. */
  hasCells: boolean
}

/**
 * A row for each flag. `HeatTips` reads from `data-flag` the number of the cell's flag and the count of all
 * flags.
 */
export const ChallengeRows = memo(function ChallengeRows(props: ChallengeRowsProps) {
  const { challenge, days, largest, hasCells } = props
  const { name, flags } = challenge
  if (flags.length === 0) {
    return (
      <tbody {...roles.group} className={css.rows}>
        <tr {...roles.row} className={css.row}>
          <Name name={name} rows={1} />
          <td {...roles.cell} colSpan={days + 1} className={css.none}>
            <Trans>No flags available.</Trans>
          </td>
        </tr>
      </tbody>
    )
  }
  const place = { '--rows': flags.length } as CSSProperties
  if (!hasCells) {
    const gridTemplateRows = `repeat(${flags.length}, var(--row))`
    return <tbody {...roles.group} className={css.rows} style={{ ...place, gridTemplateRows }} />
  }
  return (
    <tbody {...roles.group} className={css.rows} style={place}>
      {flags.map(({ counts }, flag) => (
        <tr key={flag} {...roles.row} className={css.row} data-flag={`${flag + 1}/${flags.length}`}>
          {flag === 0 && <Name name={name} rows={flags.length} />}
          <th {...roles.rowHeader} className={css.flag}>
            {flag + 1}
          </th>
          {counts.map((count, day) => (
            <td key={day} {...roles.cell} className={css.cell} data-heat={levelOf(count, largest)}>
              {count}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})

function Name({ name, rows }: { name: string; rows: number }) {
  return (
    <th
      {...roles.rowHeader}
      scope="rowgroup"
      rowSpan={rows}
      className={css.challenge}
      style={{ gridRowEnd: `span ${rows}` }}
      title={name}
    >
      <span className={css.name}>
        <bdi>{name}</bdi>
      </span>
    </th>
  )
}
