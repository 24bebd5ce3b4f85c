import { isDeepStrictEqual } from 'node:util'
import { type AnyActorRef, type AnyEventObject, createActor } from 'xstate'
import type { EntryHead, Trace, TraceEntry } from '../../src/diagnostics/trace/entry.ts'
import { createFormatter } from '../../src/diagnostics/trace/format.ts'
import { Recorder } from '../../src/diagnostics/trace/recorder.ts'
import { appMachine } from '../../src/machines/app/machine.ts'
import { replayed } from './replayed.ts'

/** Where a replay differs from its trace. */
export interface Difference {
  readonly entry: TraceEntry
  readonly expected: unknown
  /** What the machines did; null: nothing. */
  readonly actual: unknown
}

export interface Replay {
  /** How many entries were equal. */
  readonly replayed: number
  readonly difference: Difference | null
}

const MOST = 1_000_000

/** By `send` alone, an actor would not know who sent an event. XState's types leave this out. */
type RelayingSystem = AnyActorRef['system'] & {
  _relay(source: AnyActorRef | undefined, target: AnyActorRef, event: AnyEventObject): void
}

/**
 * Plays a trace against the real machines. What came from outside is sent again: events of views, answers,
 * timers. All other events must follow from that: for each actor, in the same order and with the same steps.
 */
export function replay({ entries }: Trace): Replay {
  const [first] = entries
  let now = first?.time ?? 0
  const recorder = new Recorder(MOST, () => now)
  const { head, actorPath } = createFormatter()
  const loaded = loadedAtStart(entries)
  const actors = new Map<string, AnyActorRef>()
  const moves = movesIn(entries)
  const beginnings = beginningsIn(entries)
  const timers = { setTimeout: () => 0, clearTimeout: () => {} }
  // It takes a machine of any type. XState's types cannot express that for this one.
  const machine = replayed(appMachine as never, loaded, {
    started: begin,
    heard(effect, { type }) {
      if (type === 'navigate') move(effect)
    },
  })
  const app = createActor(machine, {
    clock: timers,
    inspect: recorder,
    input: { ...(revived(first?.event.input) as object), now: () => now, random: () => 0.5 },
  })
  const waiting = new Map<string, EntryHead[]>()
  let seen = 0
  app.start()
  for (const [index, entry] of entries.entries()) {
    now = entry.time
    const actual = take(entry) ?? sendAndTake(entry)
    const expected = outcomeOf(entry)
    if (!actual || !isDeepStrictEqual(plain(outcomeOf(actual)), plain(expected))) {
      app.stop()
      return {
        replayed: index,
        difference: { entry, expected, actual: actual ? outcomeOf(actual) : null },
      }
    }
  }
  const [more] = [...waiting.values()].flat().sort((a, b) => a.n - b.n)
  app.stop()
  if (!more) return { replayed: entries.length, difference: null }
  const difference = {
    entry: { ...more, event: { type: more.type } },
    expected: null,
    actual: outcomeOf(more),
  }
  return { replayed: entries.length, difference }

  /** A browser reports a new page at once, so the machines get it before other events that are queued. */
  function move(navigation: AnyActorRef) {
    const moved = moves.shift()
    if (moved) report(navigation, moved)
  }

  /** Some effects also report something as soon as they start: that the page is hidden. */
  function begin(effect: AnyActorRef) {
    for (const said of beginnings.get(actorPath(effect))?.shift() ?? []) report(effect, said)
  }

  function report(effect: AnyActorRef, { event }: TraceEntry) {
    const { system, _parent: parent } = effect
    if (parent) (system as RelayingSystem)._relay(effect, parent, revived(event) as AnyEventObject)
  }

  /**
   * Takes the machines' next step like this entry that is not compared yet. Effects may act in between, so only the
   * order within each actor counts.
   */
  function take(entry: EntryHead): EntryHead | undefined {
    for (const raw of recorder.after(seen)) {
      const shown = head(raw)
      actors.set(shown.actor, raw.actor)
      const name = nameOfStep(shown)
      waiting.set(name, [...(waiting.get(name) ?? []), shown])
    }
    seen = recorder.count
    const name = nameOfStep(entry)
    const [first, ...others] = waiting.get(name) ?? []
    if (others.length > 0) waiting.set(name, others)
    else waiting.delete(name)
    return first
  }

  function sendAndTake(entry: TraceEntry) {
    send(entry)
    return take(entry)
  }

  /** Makes what came from outside happen again. */
  function send({ actor: path, source, type, event }: TraceEntry) {
    const target = actors.get(path)
    if (!target) return
    const system = target.system as RelayingSystem
    const from = source === undefined ? undefined : actors.get(source)
    const timer = Object.values(system.getSnapshot()._scheduledEvents).find(
      one => one.target === target && one.event.type === type,
    )
    if (from && timer) {
      system.scheduler.cancel(timer.source, timer.id)
      return system._relay(timer.source, target, timer.event)
    }
    if (type === 'machine.loaded') loaded.add(String(target.src))
    system._relay(from, target, revived(event) as AnyEventObject)
  }
}

/** The events that followed at once after the app opened a page by itself. */
const movesIn = (entries: readonly TraceEntry[]) =>
  entries.flatMap(({ type }, index) => {
    if (type !== 'navigate') return []
    const next = entries[index + 1]
    return [next?.type === 'location.changed' && next.actor === 'app' ? next : undefined]
  })

/** What each effect reported at its start, by the path of the effect. */
function beginningsIn(entries: readonly TraceEntry[]) {
  const found = new Map<string, TraceEntry[][]>()
  for (const [index, { actor, type, machine, time }] of entries.entries()) {
    if (type !== 'xstate.init' || machine !== undefined) continue
    const owner = actor.slice(0, actor.lastIndexOf('/'))
    const said: TraceEntry[] = []
    for (let at = index + 1; ; at += 1) {
      const next = entries[at]
      if (next?.source !== actor || next.actor !== owner || next.time !== time) break
      said.push(next)
    }
    found.set(actor, [...(found.get(actor) ?? []), said])
  }
  return found
}

/** Machines that are loaded on demand, and whose code was there when their first actor started. */
function loadedAtStart(entries: readonly TraceEntry[]): Set<string> {
  const late = new Set<string>()
  const early = new Set<string>()
  for (const { type, actor, machine } of entries) {
    const [name = ''] = actor.slice(actor.lastIndexOf('/') + 1).split(':')
    if (type === 'machine.loaded') late.add(name)
    if (type === 'xstate.init' && machine === name && !late.has(name)) early.add(name)
  }
  return early
}

const nameOfStep = ({ actor, source, type }: EntryHead) => JSON.stringify([actor, source, type])

/** The value as it is in a file: without undefined fields. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** What must be the same. */
const outcomeOf = ({ actor, source, type, microsteps, value, status }: EntryHead) => ({
  actor,
  source,
  type,
  microsteps,
  value,
  status,
})

/** Turns data back into errors: a trace has errors as data. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(revived)
  if ('isError' in value && 'message' in value) {
    const error = new Error(String(value.message))
    return 'code' in value ? Object.assign(error, { code: value.code }) : error
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revived(inner)]))
}
