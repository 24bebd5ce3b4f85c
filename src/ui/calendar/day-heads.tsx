import { Trans, useLingui } from '@lingui/react/macro'
import { type Day, monthsOf } from '../../domain/days.ts'
import { roles } from '../layout/table-roles.ts'
import css from './calendar.module.css'

/** A month with fewer days has no room for its year. One of a day has room for a letter, or is the last one. */
const ROOM_FOR_YEAR = 4

export function DayHeads({ days }: { days: readonly Day[] }) {
  const { i18n } = useLingui()
  const months = monthsOf(days)
  return (
    <thead {...roles.group} className={css.heads}>
      <tr {...roles.row} className={css.row}>
        <th {...roles.columnHeader} rowSpan={2} className={css.challenge}>
          <Trans>Challenge</Trans>
        </th>
        <th {...roles.columnHeader} rowSpan={2} className={css.flag}>
          <Trans>Flag</Trans>
        </th>
        {months.map(({ start, length }, index) => (
          <th
            key={start}
            {...roles.columnHeader}
            scope="colgroup"
            colSpan={length}
            className={css.month}
            style={{ gridColumnEnd: `span ${length}` }}
          >
            {i18n.date(new Date(start), {
              month: length === 1 && index < months.length - 1 ? 'narrow' : 'short',
              year: length < ROOM_FOR_YEAR ? undefined : 'numeric',
            })}
          </th>
        ))}
      </tr>
      <tr {...roles.row} className={css.row}>
        {days.map(({ start }) => (
          <th key={start} {...roles.columnHeader} className={css.day}>
            {new Date(start).getDate()}
          </th>
        ))}
      </tr>
    </thead>
  )
}
