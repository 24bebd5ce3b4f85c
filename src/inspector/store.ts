import type { Inspected } from '../diagnostics/redact.ts'

export interface Actor {
  readonly sessionId: string
  readonly parentId: string | undefined
  /** Its id in the parent's `children`. */
  readonly id: string
  /** The id of the actor. If XState generated the id, this is the name of the effect. */
  readonly name: string
  /** The id of its machine; empty if it is no machine. */
  readonly machine: string
  /** The state value of a machine, or the status of another actor. */
  readonly state: string
  /** The state value of a machine now, and before the last event. */
  readonly value: unknown
  readonly valueBefore: unknown
  /** The type of the last event; empty before the first. */
  readonly lastEvent: string
  /** The context of a machine, or the snapshot of another actor. */
  readonly context: unknown
}

export interface Row {
  readonly id: number
  readonly sessionId: string
  readonly time: string
  readonly actor: string
  readonly source: string
  readonly kind: Inspected['type']
  /** Events that repeat and say little: effects, timers of the clock, first events. */
  readonly isUsual: boolean
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

/** The actors and events that the inspector received, for `useSyncExternalStore`. */
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
    add: (event: Inspected) => change(added(log, event)),
    clear: () => change({ rows: [] }),
    /** The app was loaded again: its actors are new ones. */
    forgetActors: () => change({ actors: new Map() }),
  }
}

export type Store = ReturnType<typeof createStore>

function added(log: Log, event: Inspected): Log {
  const { sessionId, type: kind } = event
  const actors = new Map(log.actors)
  if (kind === '@xstate.actor') {
    const { name: id, parentId, snapshot, machine = '', src } = event
    const name = /^\d+\./.test(id) && src ? src : id
    // An actor that is invoked again is a new one with the same id.
    forget(actors, other => other.parentId === parentId && other.id === id)
    actors.set(sessionId, {
      ...{ sessionId, parentId, id, name, machine },
      ...shownOf(snapshot),
      ...{ valueBefore: null, lastEvent: '' },
    })
  } else if (kind === '@xstate.snapshot') {
    const actor = actors.get(sessionId)
    if (actor) {
      const { value: valueBefore } = actor
      const lastEvent = event.event.type
      actors.set(sessionId, { ...actor, ...shownOf(event.snapshot), valueBefore, lastEvent })
    }
    const living = 'children' in event.snapshot ? Object.keys(event.snapshot.children ?? {}) : null
    if (living) forget(actors, other => other.parentId === sessionId && !living.includes(other.id))
  }
  // The last events of an actor may arrive after its parent stopped it.
  const nameOf = (id: string) =>
    actors.get(id)?.name ?? log.rows.find(row => row.sessionId === id)?.actor ?? id
  const source = kind === '@xstate.event' && event.sourceId ? nameOf(event.sourceId) : ''
  const row: Row = {
    id: ++lastId,
    sessionId,
    time: new Date(Number(event.createdAt)).toISOString().slice(11, 23),
    actor: nameOf(sessionId),
    source,
    kind,
    isUsual:
      kind === '@xstate.actor' ||
      !actors.get(sessionId)?.machine ||
      actors.get(sessionId)?.machine === 'clock' ||
      (kind === '@xstate.event' && event.event.type === 'xstate.init'),
    title: titleOf(event, source),
    payload: JSON.stringify(kind === '@xstate.event' ? event.event : event.snapshot, null, 2),
  }
  return { actors, rows: [row, ...log.rows].slice(0, MOST_ROWS) }
}

function titleOf(event: Inspected, source: string): string {
  if (event.type === '@xstate.event') return eventWords(event.event.type, source)
  return event.type === '@xstate.actor' ? 'started' : stateOf(event.snapshot)
}

/** XState's own events in the words of a machine. */
function eventWords(type: string, source: string): string {
  const [, kind, rest = ''] =
    /^xstate\.(after|done\.actor|error\.actor|snapshot)\.(.*)$/.exec(type) ?? []
  if (kind === 'after') return `after ${rest.split('.')[0]}`
  if (kind === 'snapshot') return `${rest} changed`
  return kind ? `${source || rest} ${kind === 'done.actor' ? 'done' : 'failed'}` : type
}

function shownOf(snapshot: object) {
  const isMachine = 'value' in snapshot
  const context = isMachine && 'context' in snapshot ? snapshot.context : snapshot
  return { state: stateOf(snapshot), value: isMachine ? snapshot.value : undefined, context }
}

function stateOf(snapshot: object): string {
  if ('value' in snapshot) return stateText(snapshot.value)
  return 'status' in snapshot ? String(snapshot.status) : ''
}

/** A state value in one line: `open.idle`. Parallel states are side by side. */
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
