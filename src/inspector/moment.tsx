import styles from './moment.module.css'
import type { Store, View } from './store.ts'
import { eventText, nameIn, timeText } from './words.ts'

/** Goes back to the moment after any event that is kept: actors, chart and context are as they were. */
export function Moment({ store, view }: { store: Store; view: View }) {
  const { moment } = view
  const rows = view.rows()
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return null
  const row = moment === null ? last : rows[moment - first.at]
  const text = row
    ? `${timeText(row.time)} after ${eventText(row.type)} of ${nameIn(row.actor)}`
    : ''
  return (
    <div className={styles.moment} data-past={moment !== null || undefined}>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={moment === null ? 'Now' : text}
        min={first.at}
        max={last.at}
        value={moment ?? last.at}
        onChange={event => store.goTo(Number(event.target.value))}
      />
      <output>{moment === null ? 'Now' : text}</output>
      <button type="button" disabled={moment === null} onClick={() => store.goTo(null)}>
        Back to now
      </button>
    </div>
  )
}
