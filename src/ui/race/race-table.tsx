import { Trans, useLingui } from '@lingui/react/macro'
import { pointsAt, type Race } from '../../domain/race.ts'
import { pointsText } from '../text/points.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './race.module.css'
import { WEEK, YEAR } from './spans.ts'

interface RaceTableProps {
  race: Race
  /** Milliseconds since the epoch: the columns beside that of the last moment. */
  times: readonly number[]
}

function dayFormat(span: number): Intl.DateTimeFormatOptions {
  if (span <= WEEK) return { weekday: 'short' }
  return { day: 'numeric', month: 'short', ...(span > YEAR && { year: 'numeric' }) }
}

/** The points of a race at some moments, for screen readers, for print, and for those who want numbers. */
export function RaceTable({ race: { lines, from, to }, times }: RaceTableProps) {
  const { t, i18n } = useLingui()
  const day = dayFormat(to - from)
  const nameOf = (time: number) =>
    i18n.date(new Date(time), { ...day, hour: 'numeric', minute: '2-digit' })
  const moments = [...times.filter(time => time < to), to]
  return (
    <details className={css.numbers}>
      <summary>
        <Trans>Show the numbers</Trans>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
      <section className={css.scroll} aria-label={t`Numbers of the chart`} tabIndex={0}>
        <table>
          <caption>
            <VisuallyHidden>
              <Trans>Points over time</Trans>
            </VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Name</Trans>
              </th>
              {moments.map(time => (
                <th key={time} scope="col">
                  {nameOf(time)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.accountId} data-own={line.isOwn || undefined}>
                <th scope="row" translate="no">
                  {line.name}
                </th>
                {moments.map(time => (
                  <td key={time}>{pointsText(i18n, pointsAt(line, time))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
