import type { StatelyInspectionEvent } from '@statelyai/inspect'

export interface Actor {
  readonly sessionId: string
  readonly parentId: string | undefined
  readonly name: string
  /** The state value of a machine; of other actors, how they are. */
  readonly state: string
}

export interface Row {
  readonly id: number
  readonly sessionId: string
  readonly time: string
  readonly actor: string
  readonly source: string
  readonly kind: StatelyInspectionEvent['type']
  readonly title: string
  readonly payload: string
}

export interface Log {
  readonly actors: ReadonlyMap<string, Actor>
  /** Newest first. */
  readonly rows: readonly Row[]
}

const MOST_ROWS = 2_000
let lastId = 0

/** What the inspector has been told, for `useSyncExternalStore`. */
export function createStore() {
  let log: Log = { actors: new Map(), rows: [] }
  const listeners = new Set<() => void>()
  const change = (next: Partial<Log>) => {
    log = { ...log, ...next }
    for (const listener of listeners) listener()
  }
  return {
    read: () => log,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (event: StatelyInspectionEvent) => change(added(log, event)),
    clear: () => change({ rows: [] }),
    /** The app was loaded again: its actors are new ones. */
    forgetActors: () => change({ actors: new Map() }),
  }
}

export type Store = ReturnType<typeof createStore>

function added(log: Log, event: StatelyInspectionEvent): Log {
  const { sessionId, type: kind } = event
  const actors = new Map(log.actors)
  if (kind === '@xstate.actor') {
    const { name, parentId, snapshot } = event
    // An actor that is invoked again comes as another one with the same name.
    forget(actors, other => other.parentId === parentId && other.name === name)
    actors.set(sessionId, { sessionId, parentId, name, state: stateOf(snapshot) })
  } else if (kind === '@xstate.snapshot') {
    const actor = actors.get(sessionId)
    if (actor) actors.set(sessionId, { ...actor, state: stateOf(event.snapshot) })
    const living = 'children' in event.snapshot ? Object.keys(event.snapshot.children ?? {}) : null
    if (living)
      forget(actors, other => other.parentId === sessionId && !living.includes(other.name))
  }
  // The last words of an actor may come after its parent has let it go.
  const nameOf = (id: string) =>
    actors.get(id)?.name ?? log.rows.find(row => row.sessionId === id)?.actor ?? id
  const row: Row = {
    id: ++lastId,
    sessionId,
    time: new Date(Number(event.createdAt)).toISOString().slice(11, 23),
    actor: nameOf(sessionId),
    source: kind === '@xstate.event' && event.sourceId ? nameOf(event.sourceId) : '',
    kind,
    title: titleOf(event),
    payload: JSON.stringify(kind === '@xstate.event' ? event.event : event.snapshot, null, 2),
  }
  return { actors, rows: [row, ...log.rows].slice(0, MOST_ROWS) }
}

function titleOf(event: StatelyInspectionEvent): string {
  if (event.type === '@xstate.event') return event.event.type
  return event.type === '@xstate.actor' ? 'started' : stateOf(event.snapshot)
}

function stateOf(snapshot: object): string {
  if ('value' in snapshot) return stateText(snapshot.value)
  return 'status' in snapshot ? String(snapshot.status) : ''
}

/** A state value in one line: `open.idle`, and parallel ones side by side. */
function stateText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const parts = Object.entries(value).map(([name, inner]) =>
    [name, stateText(inner)].filter(Boolean).join('.'),
  )
  return parts.length > 1 ? `(${parts.join(' | ')})` : parts.join('')
}

function forget(actors: Map<string, Actor>, isGone: (actor: Actor) => boolean) {
  for (const [id, actor] of actors) {
    if (!isGone(actor)) continue
    actors.delete(id)
    forget(actors, other => other.parentId === id)
  }
}
