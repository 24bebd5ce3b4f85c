import type { ActorView, FromInspector, FromPage } from '../diagnostics/inspection/messages.ts'
import type { EntryHead, Trace, TraceEntry } from '../diagnostics/trace/entry.ts'
import { readTrace } from '../diagnostics/trace/read.ts'
import { type Actor, type Actors, forget, stepsOf } from './actors.ts'
import { createRows, type Row } from './rows.ts'
import { eventText, nameIn, stateText } from './words.ts'

export type { Actor, Row }

export interface View {
  /** Changes with every change: rows and actors are changed in place. */
  readonly version: number
  /** At the moment that is shown. */
  readonly actors: Actors
  /** Null: now. Else the number of the row whose moment is shown. */
  readonly moment: number | null
  /**
   * All rows that are kept, behind a function: React's development build compares all that it finds in props,
   * which took 40 ms a frame with 50,000 rows.
   */
  readonly rows: () => readonly Row[]
  /** The rows that the filter finds, the oldest first. */
  readonly found: () => readonly Row[]
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
  /** The running recording: its page, and its first entry. */
  readonly recording: { readonly page: string; readonly from: number } | null
  /** The text of the last recording. */
  readonly recorded: string | null
  /** Why a file could not be opened. */
  readonly problem: string | null
}

/** What the inspector knows, and what people do with it. `useSyncExternalStore` reads it. */
export function createStore(post: (message: FromInspector) => void) {
  const log = createRows()
  const { actors } = log
  const taken = new Map<string, Map<string, number>>()
  const lastOfPage = new Map<string, number>()
  const traces = new Map<string, Trace>()
  let found: Row[] = []
  let queue: FromPage[] = []
  /** As it was when it was selected: an actor that changes is another object. */
  let picked: Actor | null = null
  let view: View = {
    version: 0,
    actors,
    moment: null,
    rows: () => log.all,
    found: () => found,
    total: 0,
    filter: '',
    showsUsual: false,
    isPaused: false,
    waiting: 0,
    selected: undefined,
    selectedView: null,
    openedRow: null,
    opened: null,
    taken,
    recording: null,
    recorded: null,
    problem: null,
  }
  const listeners = new Set<() => void>()

  function change(next: Partial<View>) {
    const actorsThen = next.actors ?? view.actors
    const selected = picked ? actorsThen.get(picked.key) : undefined
    const waiting = queue.reduce(
      (sum, one) => sum + (one.type === 'entries' ? one.entries.length : 0),
      0,
    )
    view = { ...view, total: log.all.length, waiting, selected, ...next }
    view = { ...view, version: view.version + 1 }
    for (const listener of listeners) listener()
  }

  function isFound(row: Row): boolean {
    return (view.showsUsual || !isUsual(row)) && matches(row, view.filter)
  }

  function add(page: string, entry: EntryHead) {
    if (entry.n <= (lastOfPage.get(page) ?? 0)) return
    lastOfPage.set(page, entry.n)
    const row = log.add({ page, ...entry })
    if (isFound(row)) found.push(row)
    const { machine = '' } = row
    const counts = taken.get(machine) ?? new Map<string, number>()
    taken.set(machine, counts)
    for (const key of stepsOf(row).flatMap(step => step.taken))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  }

  function cut() {
    const before = log.all[0]?.at
    const first = log.cut()
    if (before === first) return
    found = found.filter(({ at }) => at >= first)
    if (view.moment !== null && view.moment < first) goTo(first)
  }

  /** Shows the moment after a row; null: now. */
  function goTo(moment: number | null) {
    change({ moment, actors: moment === null ? actors : log.actorsAt(moment), selectedView: null })
    showContext()
  }

  /** The page knows what an actor knew at a moment. A file says what changed until then. */
  function showContext() {
    if (!picked) return
    const { page, path } = picked
    const { moment } = view
    const last = log.all.findLast(row => row.page === page && row.at <= (moment ?? row.at))
    const trace = traces.get(page)
    if (trace)
      change({ selectedView: { context: contextIn(trace, path, last?.n ?? 0), events: [] } })
    else if (moment === null) post({ type: 'actor.open', to: page, actor: path })
    else post({ type: 'actor.open', to: page, actor: path, at: last?.n ?? 0 })
  }

  const findAgain = (next: Partial<View>) => {
    view = { ...view, ...next }
    found = log.all.filter(isFound)
    change({})
  }

  function receive(message: FromPage) {
    if (view.isPaused && message.type === 'entries') {
      queue.push(message)
      return change({})
    }
    const { page } = message
    switch (message.type) {
      case 'page.opened':
        return post({ type: 'inspector.opened', to: page })
      case 'page.closed':
        forget(actors, actor => actor.page === page)
        log.keep()
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
        return (
          picked?.page === page &&
          picked.path === message.actor &&
          (message.at === undefined) === (view.moment === null) &&
          change({ selectedView: message.view })
        )
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
    receive,
    filter: (filter: string) => findAgain({ filter }),
    showUsual: (showsUsual: boolean) => findAgain({ showsUsual }),
    pause: () => change({ isPaused: true }),
    resume() {
      const missed = queue
      queue = []
      view = { ...view, isPaused: false }
      missed.forEach(receive)
      change({})
    },
    clear() {
      log.clear()
      found = []
      taken.clear()
      change({ openedRow: null, opened: null, moment: null, actors })
    },
    select(actor: Actor | null) {
      if (picked) post({ type: 'actor.open', to: picked.page, actor: null })
      picked = actor
      change({ selectedView: null })
      showContext()
    },
    goTo,
    /** Shows what a row contains. Its page formats it now; a file has it. */
    open(row: Row | null) {
      const entry = row && traces.get(row.page)?.entries.find(({ n }) => n === row.n)
      if (row && !entry) post({ type: 'entry.open', to: row.page, n: row.n })
      change({ openedRow: row, opened: entry ?? null })
    },
    send: (actor: Actor, event: { type: string }) =>
      post({ type: 'event.send', to: actor.page, actor: actor.path, event }),
    /** Records the page of the selected actor, else the first one. */
    record() {
      const page =
        view.selected?.page ?? [...actors.values()].find(one => !traces.has(one.page))?.page
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
      const page = `${name} ${traces.size + 1}`
      traces.set(page, trace.data)
      for (const entry of trace.data.entries) add(page, entry)
      cut()
      change({ problem: null })
    },
  }
}

/** What an actor knew after an entry of a trace. */
function contextIn({ entries }: Trace, path: string, n: number): unknown {
  const own = entries.filter(entry => entry.actor === path && entry.n <= n)
  const first = own.findLastIndex(({ type }) => type === 'xstate.init')
  return Object.assign({}, ...own.slice(Math.max(0, first)).map(({ changed }) => changed))
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
