import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useMemo } from 'react'
import type { Race } from '../../domain/race.ts'
import { pointsText } from '../text/points.ts'
import css from './race.module.css'
import { RaceTable } from './race-table.tsx'
import { type DrawnLine, drawingOf, SIZE } from './scale.ts'
import { MONTH, YEAR } from './spans.ts'

const isMidnight = (date: Date) => date.getHours() === 0 && date.getMinutes() === 0

const dayOf = (time: number | undefined) => time && new Date(time).toDateString()

/** Without its month, a day of a long event would have the label of another one. */
function dayFormat({ from, to }: Race): Intl.DateTimeFormatOptions {
  if (to - from > YEAR) return { month: 'short', year: 'numeric' }
  return to - from > MONTH
    ? { day: 'numeric', month: 'short' }
    : { weekday: 'short', day: 'numeric' }
}

/** A tick of a million points or more has no room for all of its digits. */
const MILLION = 1_000_000

/** Place in the plot, as a length of CSS. */
const share = (place: number) => `${place / (SIZE / 100)}%`

/** Points over time, a line for each account. The table below has the same data for those who cannot see the chart. */
export function RaceChart({ race }: { race: Race }) {
  const { i18n } = useLingui()
  const drawing = useMemo(() => drawingOf(race), [race])
  const { times } = drawing
  const isOneDay = dayOf(times[0]?.value) === dayOf(times.at(-1)?.value)
  const nameOf = (time: number) => {
    const date = new Date(time)
    if (isMidnight(date)) return i18n.date(date, dayFormat(race))
    const weekday = isOneDay ? undefined : 'short'
    const name = i18n.date(date, { weekday, hour: 'numeric', minute: '2-digit' })
    // On a phone, three labels like "Fri 12:00 PM" would touch.
    return isOneDay ? name : name.replace(/:00(?=\s)/, '')
  }
  return (
    <div className={css.race}>
      <div className={css.chart} aria-hidden="true">
        <div className={css.points}>
          {drawing.points.map(({ value, place }) => (
            <span key={value} style={{ insetBlockStart: share(place) }}>
              {pointsText(i18n, value, {
                notation: Math.abs(value) < MILLION ? 'standard' : 'compact',
              })}
            </span>
          ))}
        </div>
        <div className={css.plot}>
          {drawing.points.map(({ value, place }) => (
            <i key={value} className={css.grid} style={{ insetBlockStart: share(place) }} />
          ))}
        </div>
        <ul className={css.lines}>
          {drawing.lines.map((drawn, index) => (
            <Line key={drawn.line.accountId} drawn={drawn} index={index} />
          ))}
        </ul>
        <div className={css.times}>
          {times.map(({ value, place, isMinor }) => (
            <span
              key={value}
              style={{ '--place': share(place) } as CSSProperties}
              data-minor={isMinor || undefined}
            >
              {nameOf(value)}
            </span>
          ))}
        </div>
      </div>
      <RaceTable race={race} times={times.map(({ value }) => value)} />
    </div>
  )
}

/** This many lines differ by colour. Twice as many differ by colour and dashes. */
const COLOURS = 5

function Line({ drawn, index }: { drawn: DrawnLine; index: number }) {
  const { i18n } = useLingui()
  const { line, points, path, end, label } = drawn
  const colour = line.isOwn ? 'own' : (index % COLOURS) + 1
  const isDashed = !line.isOwn && index >= COLOURS
  return (
    <li
      className={css.line}
      data-own={line.isOwn || undefined}
      data-dashed={isDashed || undefined}
      style={{ '--colour': `var(--series-${colour})` } as CSSProperties}
    >
      <svg
        aria-hidden="true"
        className={css.path}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
      >
        <path d={path} />
      </svg>
      <svg
        aria-hidden="true"
        className={css.link}
        viewBox={`0 0 100 ${SIZE}`}
        preserveAspectRatio="none"
      >
        <path d={`M0 ${end}H10L70 ${label}H100`} />
      </svg>
      <span className={css.label} style={{ insetBlockStart: share(label) }} title={line.name}>
        <span className={css.name} dir="auto" translate="no">
          {line.name}
        </span>
        <span className={css.score}>{pointsText(i18n, points)}</span>
      </span>
    </li>
  )
}
