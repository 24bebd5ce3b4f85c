import { useState, useSyncExternalStore } from 'react'
import { Detail } from './detail.tsx'
import styles from './inspector.module.css'
import type { Actor, Log, Row, Store } from './store.ts'

/** The most entries that are shown. The filter finds the others. */
const SHOWN_ROWS = 300

/** The actors of the app with their states, and what happens to them. For developers. */
export function Inspector({ store, hasApp }: { store: Store; hasApp: boolean }) {
  const live = useSyncExternalStore(store.subscribe, store.read)
  const [frozen, setFrozen] = useState<Log | null>(null)
  const [filter, setFilter] = useState('')
  const [showsUsual, setShowsUsual] = useState(false)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const select = (actor: Actor | null) => {
    setSelectedId(actor?.sessionId ?? null)
    setFilter(actor ? `@${actor.name} ` : '')
  }
  const { actors, rows } = frozen ?? live
  const selected = selectedId === null ? undefined : actors.get(selectedId)
  const found = rows.filter(row => (showsUsual || !row.isUsual) && matches(row, filter))
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
        <label>
          <input
            type="checkbox"
            checked={showsUsual}
            onChange={event => setShowsUsual(event.target.checked)}
          />
          Effects and the clock
        </label>
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
        <Actors actors={actors} parentId={undefined} selected={selected} onSelect={select} />
      </nav>
      <main className={styles.main}>
        {selected && <Detail actor={selected} onClose={() => select(null)} />}
        <ol className={styles.rows} aria-label="Events, newest first">
          {found.slice(0, SHOWN_ROWS).map(row => (
            <EventRow key={row.id} row={row} />
          ))}
        </ol>
      </main>
    </div>
  )
}

/** `@name` finds actors whose name begins with that. */
function matches({ actor, source, title, payload }: Row, filter: string) {
  const text = `@${actor} @${source} ${title} ${payload}`.toLowerCase()
  const words = filter.toLowerCase().split(/\s+/)
  return words.every(word => text.includes(word))
}

interface ActorsProps {
  actors: ReadonlyMap<string, Actor>
  parentId: string | undefined
  selected: Actor | undefined
  onSelect: (actor: Actor) => void
}

function Actors({ actors, parentId, selected, onSelect }: ActorsProps) {
  const children = [...actors.values()].filter(actor => actor.parentId === parentId)
  return (
    <ul>
      {children.map(actor => (
        <li key={actor.sessionId} data-machine={actor.machine !== '' || undefined}>
          <button
            type="button"
            aria-pressed={actor === selected}
            title="Show its states and only its events"
            onClick={() => onSelect(actor)}
          >
            <strong>{actor.name}</strong> <code>{actor.state}</code>
          </button>
          <Actors
            actors={actors}
            parentId={actor.sessionId}
            selected={selected}
            onSelect={onSelect}
          />
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
