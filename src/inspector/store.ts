import type { ActorView, FromInspector, FromPage } from '../diagnostics/inspection/messages.ts'
import type { EntryHead, Microstep, Trace, TraceEntry } from '../diagnostics/trace/entry.ts'
import { readTrace } from '../diagnostics/trace/read.ts'
import { eventText, nameIn, stateText } from './words.ts'

export interface Actor {
  /** Unique among all pages. */
  readonly key: string
  readonly page: string
  readonly path: string
  readonly name: string
  /** The key of its parent; null: it is a root. */
  readonly parent: string | null
  /** The id of its machine; empty if it is no machine. */
  readonly machine: string
  readonly value: unknown
  readonly state: string
  /** The steps of the last event that took a transition, in order. */
  readonly lastSteps: readonly Microstep[]
}

export interface Row extends EntryHead {
  readonly page: string
}

export interface View {
  /** Changes with every change: rows and actors are changed in place. */
  readonly version: number
  readonly actors: ReadonlyMap<string, Actor>
  /** The rows that the filter finds, the oldest first. */
  readonly found: readonly Row[]
  readonly total: number
  readonly filter: string
  readonly showsUsual: boolean
  readonly isPaused: boolean
  /** Events that came during a pause. */
  readonly waiting: number
  readonly selected: Actor | undefined
  readonly selectedView: ActorView | null
  readonly openedRow: Row | null
  readonly opened: TraceEntry | null
  /** How often each transition of a machine was taken, by the machine's id and the transition's key. */
  readonly taken: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The recording that runs: of which page, and from which entry on. */
  readonly recording: { readonly page: string; readonly from: number } | null
  /** The text of the last recording. */
  readonly recorded: string | null
  /** Why a file could not be opened. */
  readonly problem: string | null
}

const MOST_ROWS = 50_000
/** Rows are cut by so many at once: to cut one for each that comes would copy all. */
const CUT = 5_000

/** What the inspector knows, and what people do with it. `useSyncExternalStore` reads it. */
export function createStore(post: (message: FromInspector) => void) {
  const actors = new Map<string, Actor>()
  const taken = new Map<string, Map<string, number>>()
  const lastOfPage = new Map<string, number>()
  const filed = new Map<string, Trace>()
  let rows: Row[] = []
  let found: Row[] = []
  let queue: FromPage[] = []
  let selectedKey: string | null = null
  let view: View = {
    ...{ version: 0, actors, found, total: 0, filter: '', showsUsual: false, isPaused: false },
    ...{ waiting: 0, selected: undefined, selectedView: null, openedRow: null, opened: null },
    ...{ taken, recording: null, recorded: null, problem: null },
  }
  const listeners = new Set<() => void>()

  function change(next: Partial<View>) {
    const selected = selectedKey === null ? undefined : actors.get(selectedKey)
    const waiting = queue.reduce(
      (sum, one) => sum + (one.type === 'entries' ? one.entries.length : 0),
      0,
    )
    view = { ...view, found, total: rows.length, waiting, selected, ...next }
    view = { ...view, version: view.version + 1 }
    for (const listener of listeners) listener()
  }

  function forget(isGone: (actor: Actor) => boolean) {
    for (const actor of [...actors.values()]) if (isGone(actor)) actors.delete(actor.key)
  }

  function isFound(row: Row): boolean {
    return (view.showsUsual || !isUsual(row)) && matches(row, view.filter)
  }

  function add(page: string, entry: EntryHead) {
    if (entry.n <= (lastOfPage.get(page) ?? 0)) return
    lastOfPage.set(page, entry.n)
    const row: Row = { page, ...entry }
    rows.push(row)
    if (isFound(row)) found.push(row)
    keepActor(row)
  }

  function keepActor({ page, actor: path, machine = '', value, status, microsteps, type }: Row) {
    const key = `${page} ${path}`
    const isWithin = (one: Actor) => one.key === key || one.key.startsWith(`${key}/`)
    if (status !== 'active' && status !== 'waiting') return forget(isWithin)
    // An actor that is invoked again is a new one with the same path.
    if (type === 'xstate.init') forget(isWithin)
    keepParents(page, path)
    const before = actors.get(key)
    const parts = path.split('/')
    const name = parts.pop() ?? path
    const steps = microsteps.filter(step => step.taken.length > 0)
    actors.set(key, {
      ...{ key, page, path, name, machine: machine || (before?.machine ?? '') },
      parent: parts.length > 0 ? `${page} ${parts.join('/')}` : null,
      value: value ?? before?.value,
      state: stateText(value ?? before?.value ?? ''),
      lastSteps: steps.length > 0 ? steps : (before?.lastSteps ?? []),
    })
    const counts = taken.get(machine) ?? new Map<string, number>()
    taken.set(machine, counts)
    for (const one of steps.flatMap(step => step.taken)) counts.set(one, (counts.get(one) ?? 0) + 1)
  }

  /** A trace that begins in the middle does not say how the parents began. */
  function keepParents(page: string, path: string) {
    const parts = path.split('/').slice(0, -1)
    const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
    for (const one of above) {
      if (actors.has(`${page} ${one}`)) continue
      const parent = one.includes('/') ? `${page} ${one.slice(0, one.lastIndexOf('/'))}` : null
      actors.set(`${page} ${one}`, {
        ...{ key: `${page} ${one}`, page, path: one, name: nameIn(one), parent },
        ...{ machine: '', value: undefined, state: '', lastSteps: [] },
      })
    }
  }

  function cut() {
    if (rows.length <= MOST_ROWS) return
    const old = new Set(rows.splice(0, rows.length - MOST_ROWS + CUT))
    found = found.filter(row => !old.has(row))
  }

  const refind = (next: Partial<View>) => {
    view = { ...view, ...next }
    found = rows.filter(isFound)
    change({})
  }

  function hear(message: FromPage) {
    if (view.isPaused && message.type === 'entries') {
      queue.push(message)
      return change({})
    }
    const { page } = message
    switch (message.type) {
      case 'page.opened':
        return post({ type: 'inspector.opened', to: page })
      case 'page.closed':
        forget(actor => actor.page === page)
        return change({})
      case 'entries':
        for (const entry of message.entries) add(page, entry)
        cut()
        return change({})
      case 'entry': {
        const { openedRow } = view
        const isOpened = openedRow?.page === page && openedRow.n === message.entry.n
        return isOpened && change({ opened: message.entry })
      }
      case 'actor':
        return `${page} ${message.actor}` === selectedKey && change({ selectedView: message.view })
      case 'trace':
        return change({ recorded: message.text })
    }
  }

  return {
    read: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hear,
    filter: (filter: string) => refind({ filter }),
    showUsual: (showsUsual: boolean) => refind({ showsUsual }),
    pause: () => change({ isPaused: true }),
    resume() {
      const late = queue
      queue = []
      view = { ...view, isPaused: false }
      late.forEach(hear)
      change({})
    },
    clear() {
      rows = []
      found = []
      taken.clear()
      change({ openedRow: null, opened: null })
    },
    select(actor: Actor | null) {
      const before = view.selected
      selectedKey = actor?.key ?? null
      if (before) post({ type: 'actor.open', to: before.page, actor: null })
      if (actor) post({ type: 'actor.open', to: actor.page, actor: actor.path })
      change({ selectedView: null })
    },
    /** Shows what a row contains. Its page formats it now; a file has it. */
    open(row: Row | null) {
      const entry = row && filed.get(row.page)?.entries.find(({ n }) => n === row.n)
      if (row && !entry) post({ type: 'entry.open', to: row.page, n: row.n })
      change({ openedRow: row, opened: entry ?? null })
    },
    send: (actor: Actor, event: { type: string }) =>
      post({ type: 'event.send', to: actor.page, actor: actor.path, event }),
    /** Records the page of the selected actor, else the first one. */
    record() {
      const page =
        view.selected?.page ?? [...actors.values()].find(one => !filed.has(one.page))?.page
      if (page === undefined) return
      change({ recording: { page, from: (lastOfPage.get(page) ?? 0) + 1 }, recorded: null })
    },
    stopRecording() {
      const { recording } = view
      if (!recording) return
      post({ type: 'trace.read', to: recording.page, recordedFrom: recording.from })
      change({ recording: null })
    },
    /** Shows a trace from a file. It may be any file that somebody drops. */
    addFile(name: string, text: string) {
      const trace = readTrace(text)
      if (!trace.ok) return change({ problem: `${name}: ${trace.problem}` })
      const page = `${name} ${filed.size + 1}`
      filed.set(page, trace.data)
      for (const entry of trace.data.entries) add(page, entry)
      cut()
      change({ problem: null })
    },
  }
}

export type Store = ReturnType<typeof createStore>

/** Entries that repeat and say little: effects, timers of the clock, first events. */
const isUsual = ({ machine, type }: Row) =>
  !machine || machine === 'clock' || type === 'xstate.init'

/** `@name` finds actors whose name begins with that. */
function matches({ actor, source, type, value }: Row, filter: string): boolean {
  if (filter.trim() === '') return true
  const names = [actor, source ?? ''].map(path => `@${nameIn(path)}`)
  const text =
    `${names.join(' ')} ${type} ${eventText(type)} ${stateText(value ?? '')}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}
