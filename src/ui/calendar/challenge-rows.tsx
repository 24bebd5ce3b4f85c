import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { type ChallengeHeat, levelOf } from '../../machines/calendar/heat.ts'
import css from './calendar.module.css'

interface ChallengeRowsProps {
  challenge: ChallengeHeat
  days: number
  /** The largest count of the whole calendar. */
  largest: number
}

/** One row a flag; cells tell `HeatTips` which flag of how many by `data-flag`. */
export const ChallengeRows = memo(function ChallengeRows(props: ChallengeRowsProps) {
  const { challenge, days, largest } = props
  const { name, flags } = challenge
  if (flags.length === 0) {
    return (
      <tbody className={css.rows}>
        <tr>
          <Name name={name} rows={1} />
          <td colSpan={days + 1} className={css.none}>
            <Trans>No flags available.</Trans>
          </td>
        </tr>
      </tbody>
    )
  }
  return (
    <tbody className={css.rows}>
      {flags.map(({ counts }, flag) => (
        <tr key={flag} data-flag={`${flag + 1}/${flags.length}`}>
          {flag === 0 && <Name name={name} rows={flags.length} />}
          <th scope="row" className={css.flag}>
            {flag + 1}
          </th>
          {counts.map((count, day) => (
            <td key={day} className={css.cell} data-heat={levelOf(count, largest)}>
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
    <th scope="rowgroup" rowSpan={rows} className={css.challenge} title={name}>
      <span className={css.name}>{name}</span>
    </th>
  )
}
