import { useState } from 'react'
import type { TraceEntry } from '../diagnostics/trace/entry.ts'
import styles from './inspector.module.css'
import type { Row } from './rows.ts'
import { Sequence } from './sequence.tsx'
import { stateText } from './words.ts'

interface Props {
  row: Row
  /** Null: its page has not sent it yet. */
  entry: TraceEntry | null
  rows: () => readonly Row[]
  onMoment: (at: number) => void
  onClose: () => void
}

/** One event: what it changed, what it contains, and which events followed from its cause. */
export function Entry({ row, entry, rows, onMoment, onClose }: Props) {
  const [isSequence, setSequence] = useState(false)
  const { before, value } = row
  return (
    <section className={styles.entry} aria-label={`Event ${row.n}`}>
      <p className={styles.tools}>
        <button type="button" onClick={() => onMoment(row.at)}>
          Show this moment
        </button>
        <button type="button" aria-pressed={isSequence} onClick={() => setSequence(!isSequence)}>
          Sequence
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
      {isSequence ? (
        <Sequence rows={rows().filter(({ cause }) => cause === row.cause)} />
      ) : (
        <>
          {before !== null && (
            <p>
              State: <code>{before}</code> → <code>{stateText(value)}</code>
            </p>
          )}
          {entry?.changed && (
            <p>
              Context: <code>{Object.keys(entry.changed).join(', ')}</code>
            </p>
          )}
          <pre>{entry ? JSON.stringify(entry, null, 2) : 'Waiting for its page …'}</pre>
        </>
      )}
    </section>
  )
}
