import { memo, useLayoutEffect, useRef, useState } from 'react'
import styles from './entry-list.module.css'
import type { Row } from './rows.ts'
import { eventText, nameIn, stateText, timeText } from './words.ts'

/** In pixels, as the style sheet has it. */
const ROW_HEIGHT = 26
/** Rows above and below the window that are drawn as well. */
const MARGIN_ROWS = 4

interface Props {
  found: () => readonly Row[]
  /** Tells React of a change, since the list grows in place. */
  version: number
  opened: Row | null
  /** The number of the row whose moment is shown. */
  moment: number | null
  onOpen: (row: Row) => void
}

/** The events, the newest last. Only those in the window are drawn. It follows the end while it is shown. */
export function EntryList({ found, opened, moment, onOpen }: Props) {
  const rows = found()
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, height: 600, isAtEnd: true })
  const { length } = rows
  // Rows that came since then can be scrolled to only when they are drawn.
  useLayoutEffect(() => {
    if (place.isAtEnd && ref.current) ref.current.scrollTop = length * ROW_HEIGHT
  }, [length, place.isAtEnd])
  useLayoutEffect(() => {
    const index = moment === null ? -1 : rows.findLastIndex(({ at }) => at <= moment)
    if (index >= 0 && ref.current) ref.current.scrollTop = (index - 3) * ROW_HEIGHT
  }, [moment, rows])
  const top = place.isAtEnd ? Math.max(0, length * ROW_HEIGHT - place.height) : place.top
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - MARGIN_ROWS)
  const last = Math.ceil((top + place.height) / ROW_HEIGHT) + MARGIN_ROWS
  return (
    <div
      ref={ref}
      className={styles.list}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
        setPlace(before => {
          const isAtEnd = scrollTop + clientHeight > scrollHeight - ROW_HEIGHT
          // It was scrolled to its end by itself: nothing else is drawn.
          if (isAtEnd && before.isAtEnd && before.height === clientHeight) return before
          return { top: scrollTop, height: clientHeight, isAtEnd }
        })
      }
    >
      <ol aria-label="Events, newest last" style={{ blockSize: length * ROW_HEIGHT }}>
        {rows.slice(first, last).map((row, index) => (
          <EntryRow
            key={`${row.page} ${row.n}`}
            row={row}
            top={(first + index) * ROW_HEIGHT}
            isOpened={row === opened}
            isMoment={row.at === moment}
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
  isMoment: boolean
  onOpen: (row: Row) => void
}

const EntryRow = memo(function EntryRow({ row, top, isOpened, isMoment, onOpen }: RowProps) {
  const { actor, source, type, value, microsteps, time, depth, before } = row
  const isTaken = microsteps.some(step => step.taken.length > 0)
  const state = value === undefined ? '' : stateText(value)
  return (
    <li
      style={{ insetBlockStart: top }}
      data-taken={isTaken || undefined}
      data-cause={depth === 0 || undefined}
      aria-current={isMoment || undefined}
    >
      <button type="button" aria-pressed={isOpened} onClick={() => onOpen(row)}>
        <time>{timeText(time)}</time>
        <span style={{ paddingInlineStart: `${Math.min(depth, 8)}em` }}>
          {source ? `${nameIn(source)} → ${nameIn(actor)}` : nameIn(actor)}
        </span>
        <code>{eventText(type)}</code>
        <code>{before === null ? state : `${before} → ${state}`}</code>
      </button>
    </li>
  )
})
