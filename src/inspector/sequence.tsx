import type { Row } from './rows.ts'
import styles from './sequence.module.css'
import { eventText, nameIn } from './words.ts'

/** A picture with more messages could not be read. */
const MAX_MESSAGES = 200
/** In pixels. */
const COLUMN_WIDTH = 150
const LINE_HEIGHT = 30
const HEAD_HEIGHT = 34
/** The sender of events that no actor sent. */
const OUTSIDE = 'outside'

/** What followed from one cause: which actor sent what to which one, in order, from above to below. */
export function Sequence({ rows }: { rows: readonly Row[] }) {
  const shown = rows.slice(0, MAX_MESSAGES)
  const names = [...new Set(shown.flatMap(({ source = OUTSIDE, actor }) => [source, actor]))]
  const width = names.length * COLUMN_WIDTH
  const height = HEAD_HEIGHT + shown.length * LINE_HEIGHT + LINE_HEIGHT / 2
  const across = (name: string) => names.indexOf(name) * COLUMN_WIDTH + COLUMN_WIDTH / 2
  return (
    <>
      <svg
        className={styles.sequence}
        {...{ width, height }}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${shown.length} messages between ${names.map(nameIn).join(', ')}`}
      >
        <marker
          id="message"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          orient="auto"
          markerWidth="8"
          markerHeight="8"
        >
          <path d="M0 0 8 4 0 8z" />
        </marker>
        {names.map(name => (
          <g key={name}>
            <title>{name}</title>
            <text className={styles.actor} x={across(name)} y={16}>
              {short(nameIn(name))}
            </text>
            <line x1={across(name)} x2={across(name)} y1={24} y2={height} />
          </g>
        ))}
        {shown.map((row, index) => (
          <Message
            key={row.at}
            row={row}
            from={across(row.source ?? OUTSIDE)}
            to={across(row.actor)}
            y={HEAD_HEIGHT + (index + 0.7) * LINE_HEIGHT}
          />
        ))}
      </svg>
      {rows.length > MAX_MESSAGES && <p>{rows.length - MAX_MESSAGES} more messages follow.</p>}
    </>
  )
}

interface MessageProps {
  row: Row
  from: number
  to: number
  y: number
}

function Message({ row, from, to, y }: MessageProps) {
  const path = from === to ? `M${from} ${y - 8}h14v8h-12` : `M${from} ${y}H${to}`
  const text = eventText(row.type)
  return (
    <g data-changed={row.before !== null || undefined}>
      <title>{row.before === null ? text : `${text}: it was in ${row.before}`}</title>
      <path className={styles.message} d={path} markerEnd="url(#message)" />
      <text
        x={from === to ? from + 18 : (from + to) / 2}
        y={y - 5}
        data-own={from === to || undefined}
      >
        {short(text)}
      </text>
    </g>
  )
}

const short = (text: string) => (text.length > 22 ? `${text.slice(0, 21)}…` : text)
