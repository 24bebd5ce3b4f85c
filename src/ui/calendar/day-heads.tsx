import { Trans, useLingui } from '@lingui/react/macro'
import { type Day, indexOfDay, monthsOf } from '../../domain/time/days.ts'
import { serverNow } from '../../machines/clock/machine.ts'
import { useClock } from '../clock/use-clock.ts'
import { roles } from '../layout/table-roles.ts'
import css from './calendar.module.css'

/** A month with fewer days has no room for its year. One of a day has room for a letter, or is the last one. */
const ROOM_FOR_YEAR = 4

/** Scrolls the table to a day, which is then at the end of what is in view. */
function showFirst(day: HTMLElement | null) {
  const table = day?.closest('section')
  if (day && table) table.scrollLeft = day.offsetLeft + day.offsetWidth - table.clientWidth
}

/** While days of a month are in view, its name is, too. */
const besideFlags = {
  position: 'sticky',
  insetInlineStart: 'calc(var(--challenge) + var(--flag) + 4px)',
} as const

export function DayHeads({ days }: { days: readonly Day[] }) {
  const { i18n } = useLingui()
  const months = monthsOf(days)
  const today = useClock(clock => indexOfDay(days, serverNow(clock)))
  const shown = today === -1 ? days.length - 1 : today
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
            aria-label={i18n.date(new Date(start), { month: 'long', year: 'numeric' })}
            style={{
              gridColumnEnd: `span ${length}`,
              // With `hidden`, the name would stick to the month. Beside the last one is nothing.
              overflow: index < months.length - 1 ? 'clip' : 'visible',
            }}
          >
            <span style={besideFlags}>
              {i18n.date(new Date(start), {
                month: length === 1 && index < months.length - 1 ? 'narrow' : 'short',
                year: length < ROOM_FOR_YEAR ? undefined : 'numeric',
              })}
            </span>
          </th>
        ))}
      </tr>
      <tr {...roles.row} className={css.row}>
        {days.map(({ start }, index) => (
          <th
            key={start}
            {...roles.columnHeader}
            ref={index === shown ? showFirst : undefined}
            className={css.day}
            aria-current={index === today ? 'date' : undefined}
          >
            {new Date(start).getDate()}
          </th>
        ))}
      </tr>
    </thead>
  )
}
