import { useState, useSyncExternalStore } from 'react'
import styles from './inspector.module.css'
import type { Actor, Log, Row, Store } from './store.ts'

/** Shown at once; the rest of a longer list is found through the filter. */
const SHOWN_ROWS = 300

/** The actors of the app with their states, and what happens to them. For developers. */
export function Inspector({ store, hasApp }: { store: Store; hasApp: boolean }) {
  const live = useSyncExternalStore(store.subscribe, store.read)
  const [frozen, setFrozen] = useState<Log | null>(null)
  const [filter, setFilter] = useState('')
  const { actors, rows } = frozen ?? live
  const found = rows.filter(row => matches(row, filter))
  const waiting = frozen ? live.rows.findIndex(({ id }) => id === rows[0]?.id) : 0
  if (!hasApp) return <p>Open the app with ?inspect: it opens this window itself.</p>
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <strong>Inspector</strong>
        <input
          type="search"
          aria-label="Filter the events"
          placeholder="Words of actor, event or payload; @name for one actor"
          value={filter}
          onChange={event => setFilter(event.target.value)}
        />
        {found.length} of {rows.length}
        {waiting > 0 && `, ${waiting} newer`}
        <button type="button" onClick={() => setFrozen(frozen ? null : live)}>
          {frozen ? 'Resume' : 'Pause'}
        </button>
        <button type="button" disabled={frozen !== null} onClick={store.clear}>
          Clear
        </button>
      </header>
      <nav className={styles.actors} aria-label="Actors">
        <Actors actors={actors} parentId={undefined} onPick={name => setFilter(`@${name}`)} />
      </nav>
      <ol className={styles.rows} aria-label="Events, newest first">
        {found.slice(0, SHOWN_ROWS).map(row => (
          <EventRow key={row.id} row={row} />
        ))}
      </ol>
    </div>
  )
}

/** A word `@name` is found where an actor's name begins so. */
function matches({ actor, source, title, payload }: Row, filter: string) {
  const text = `@${actor} @${source} ${title} ${payload}`.toLowerCase()
  const words = filter.toLowerCase().split(/\s+/)
  return words.every(word => text.includes(word))
}

interface ActorsProps {
  actors: ReadonlyMap<string, Actor>
  parentId: string | undefined
  onPick: (name: string) => void
}

function Actors({ actors, parentId, onPick }: ActorsProps) {
  const children = [...actors.values()].filter(actor => actor.parentId === parentId)
  return (
    <ul>
      {children.map(({ sessionId, name, state }) => (
        <li key={sessionId}>
          <button type="button" title="Show only its events" onClick={() => onPick(name)}>
            <strong>{name}</strong> <code>{state}</code>
          </button>
          <Actors actors={actors} parentId={sessionId} onPick={onPick} />
        </li>
      ))}
    </ul>
  )
}

function EventRow({ row }: { row: Row }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li data-kind={row.kind}>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <time>{row.time}</time>
          <span>{row.source ? `${row.source} → ${row.actor}` : row.actor}</span>
          <code>{row.title}</code>
        </summary>
        {isOpen && <pre>{row.payload}</pre>}
      </details>
    </li>
  )
}
