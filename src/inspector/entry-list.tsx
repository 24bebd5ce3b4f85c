import { memo, useLayoutEffect, useRef, useState } from 'react'
import styles from './entry-list.module.css'
import type { Row } from './store.ts'
import { eventText, nameIn, stateText, timeText } from './words.ts'

/** The height of a row in pixels, as the style sheet has it. */
const HEIGHT = 26
/** Rows above and below the window that are drawn as well. */
const MARGIN = 10

interface Props {
  rows: readonly Row[]
  /** Tells React of a change, since the list grows in place. */
  version: number
  opened: Row | null
  onOpen: (row: Row) => void
}

/** The events, the newest last. Only those in the window are drawn. It follows the end while it is shown. */
export function EntryList({ rows, opened, onOpen }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, height: 600, isAtEnd: true })
  const { length } = rows
  // A list of rows that came since cannot be scrolled before it is drawn.
  useLayoutEffect(() => {
    if (place.isAtEnd && ref.current) ref.current.scrollTop = length * HEIGHT
  }, [length, place.isAtEnd])
  const top = place.isAtEnd ? Math.max(0, length * HEIGHT - place.height) : place.top
  const first = Math.max(0, Math.floor(top / HEIGHT) - MARGIN)
  const last = Math.ceil((top + place.height) / HEIGHT) + MARGIN
  return (
    <div
      ref={ref}
      className={styles.list}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
        setPlace({
          top: scrollTop,
          height: clientHeight,
          isAtEnd: scrollTop + clientHeight > scrollHeight - HEIGHT,
        })
      }
    >
      <ol aria-label="Events, newest last" style={{ blockSize: length * HEIGHT }}>
        {rows.slice(first, last).map((row, index) => (
          <EntryRow
            key={`${row.page} ${row.n}`}
            row={row}
            top={(first + index) * HEIGHT}
            isOpened={row === opened}
            onOpen={onOpen}
          />
        ))}
      </ol>
    </div>
  )
}

interface RowProps {
  row: Row
  top: number
  isOpened: boolean
  onOpen: (row: Row) => void
}

const EntryRow = memo(function EntryRow({ row, top, isOpened, onOpen }: RowProps) {
  const { actor, source, type, value, microsteps, time } = row
  const isTaken = microsteps.some(step => step.taken.length > 0)
  return (
    <li style={{ insetBlockStart: top }} data-taken={isTaken || undefined}>
      <button type="button" aria-pressed={isOpened} onClick={() => onOpen(row)}>
        <time>{timeText(time)}</time>
        <span>{source ? `${nameIn(source)} → ${nameIn(actor)}` : nameIn(actor)}</span>
        <code>{eventText(type)}</code>
        <code>{value === undefined ? '' : stateText(value)}</code>
      </button>
    </li>
  )
})
