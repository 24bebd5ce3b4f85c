import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  createActor,
  type EventObject,
  type Snapshot,
} from 'xstate'
import { seenIn } from '../../../tools/statechart/coverage.ts'
import type { AnyModel, PromiseFixture } from './fixtures.ts'
import type { Sight, TimedSight } from './sights.ts'
import { provideStubs, type Stubs, stubsIn } from './stubs.ts'
import { createWorld } from './world.ts'

/** One thing that happens to a machine. The type says what, for people and for the graph. */
export interface Stimulus {
  readonly type: string
  /** Its name for people: `limit reached`. */
  readonly label: string
  /** What happens, as sentences name it, and with which event, answer or snapshot. */
  readonly on: string
  readonly value: unknown
  readonly apply: (subject: ActorUnderTest) => void
  /** The event that is sent, if it comes from outside. */
  readonly event?: EventObject
  /** Whether the machine ignores it in this state. */
  readonly isIgnored?: boolean
}

export interface ActorUnderTest extends ReturnType<typeof startActorUnderTest> {}

const nobodyExpected = new Error('Nobody expected this.')

/** Prepared machines, by `isLive`. Making a machine takes far longer than running it for a few steps. */
const prepared = new WeakMap<AnyModel, Map<boolean, AnyStateMachine>>()

function machineOf(model: AnyModel, isLive: boolean): AnyStateMachine {
  const made = prepared.get(model) ?? new Map<boolean, AnyStateMachine>()
  prepared.set(model, made)
  const machine =
    made.get(isLive) ?? provideStubs(model.machine, model.actors, model.effects ?? [], isLive)
  made.set(isLive, machine)
  return machine
}

/**
 * A running machine among stubs.
 *
 * @param options `isLive`: with real promises, whose answers come later; otherwise they answer at once. `isWatched`:
 * with
 *   what it has `seen`, which takes a twentieth of the time; default: true
 */
export function startActorUnderTest(
  model: AnyModel,
  input: number,
  { isLive, isWatched = true }: { isLive: boolean; isWatched?: boolean },
) {
  const sights: TimedSight[] = []
  const note = (sight: Sight) => sights.push({ ...sight, at: world.now() })
  const world = createWorld(event => note({ does: 'tells', what: 'parent', event }))
  const machine = machineOf(model, isLive)
  const seen = new Set<string>()
  const actor: AnyActorRef = createActor(machine, {
    clock: world.clock,
    input: model.inputs[input]?.(world),
    ...(isWatched && {
      inspect: event => {
        const step = seenIn(event)
        if (step?.machine === machine) for (const key of step.keys) seen.add(key)
      },
    }),
  })
  const stubs = stubsIn(actor.system)
  stubs.note = note
  actor.on('*', event => note({ does: 'emits', event }))
  const problems: unknown[] = []
  for (const [systemId, shows] of Object.entries(model.neighbours ?? {})) {
    createActor(still(shows(input)), { parent: actor, systemId })
  }
  actor.subscribe({ error: error => problems.push(error) })
  actor.start()
  const snapshot = (): AnyMachineSnapshot => actor.getSnapshot()
  if (isWatched) for (const key of nodePaths(snapshot())) seen.add(key)

  return {
    actor,
    world,
    stubs,
    seen: seen as ReadonlySet<string>,
    /** What the machine did since this was last called, in order. */
    takeSights: (): readonly TimedSight[] => sights.splice(0),
    snapshot,
    /** The error that ended the machine; undefined while it runs. */
    problem: () => problems[0],
    /**
     * What may happen now.
     *
     * @param withIgnored also events that it does not take in this state, or that a guard refuses
     */
    stimuli: (withIgnored = false): readonly Stimulus[] =>
      snapshot().status === 'active'
        ? [
            ...eventStimuli(model, snapshot(), stubs, withIgnored),
            ...callStimuli(model, stubs),
            ...childStimuli(model, stubs),
            ...timeStimuli(model, world.untilNext()),
          ]
        : [],
  }
}

/** An actor that always shows this snapshot. */
const still = (snapshot: Snapshot<unknown>): AnyActorLogic => ({
  transition: () => snapshot,
  getInitialSnapshot: () => snapshot,
  getPersistedSnapshot: () => snapshot,
})

const nodePaths = (snapshot: AnyMachineSnapshot) =>
  snapshot._nodes.map(node => node.path.join('.') || '(root)')

/** XState makes the list again at each access. */
const ownEvents = new WeakMap<AnyStateNode, ReadonlySet<string>>()

function ownEventsOf(node: AnyStateNode): ReadonlySet<string> {
  const events = ownEvents.get(node) ?? new Set(node.ownEvents)
  ownEvents.set(node, events)
  return events
}

function* eventStimuli(
  model: AnyModel,
  snapshot: AnyMachineSnapshot,
  stubs: Stubs,
  withIgnored: boolean,
): Generator<Stimulus> {
  for (const [type, fixture] of Object.entries(model.events)) {
    if (fixture === 'raised') continue
    const from = 'from' in fixture ? fixture.from : null
    if (from && ![...stubs.callbacks].some(({ src }) => src === from)) continue
    const events: readonly EventObject[] = 'from' in fixture ? fixture.events : fixture
    for (const [index, event] of events.entries()) {
      const isTaken = snapshot.machine.getTransitionData(snapshot, event).length > 0
      if (!withIgnored && !isTaken) continue
      const isIgnored = !isTaken && !snapshot._nodes.some(node => ownEventsOf(node).has(type))
      yield {
        type: `${type} #${index}${from ? ` from ${from}` : ''}`,
        label: labelOf(model, type, index, () => wordsOf(type, snapshot.machine.id)),
        on: type,
        value: event,
        isIgnored,
        ...(!from && { event }),
        apply({ actor, stubs: { callbacks } }) {
          if (!from) return actor.send(event)
          for (const { src, tell } of [...callbacks]) if (src === from) tell(event)
        },
      }
    }
  }
}

function* callStimuli(model: AnyModel, stubs: Stubs): Generator<Stimulus> {
  for (const src of new Set([...stubs.calls].map(call => call.src))) {
    const { done, error = [nobodyExpected] } = model.actors[src] as PromiseFixture<unknown>
    const last = ({ stubs: { calls } }: ActorUnderTest) => {
      const call = [...calls].findLast(one => one.src === src)
      if (!call) throw new Error(`Nobody called '${src}', or its call was cancelled.`)
      return call
    }
    for (const [index, output] of done.entries()) {
      yield {
        type: `${src} answers #${index}`,
        label: labelOf(model, src, index, () => `${src} answers`),
        on: `${src} answers`,
        value: output,
        apply: subject => last(subject).resolve(output),
      }
    }
    for (const [index, reason] of error.entries()) {
      yield {
        type: `${src} fails #${index}`,
        label: `${src} fails${index > 0 ? ` #${index}` : ''}`,
        on: `${src} fails`,
        value: reason,
        apply: subject => last(subject).reject(reason),
      }
    }
  }
}

function* childStimuli(model: AnyModel, stubs: Stubs): Generator<Stimulus> {
  for (const src of new Set([...stubs.children].map(child => child.src))) {
    const fixture = model.actors[src]
    if (typeof fixture !== 'object' || !('snapshots' in fixture)) continue
    const shown = [...stubs.children].find(child => child.src === src)?.shown()
    const next = fixture.next?.[fixture.snapshots.indexOf(shown)]
    for (const [index, snapshot] of fixture.snapshots.entries()) {
      if (next && !next.includes(index)) continue
      yield {
        type: `${src} shows #${index}`,
        label: labelOf(model, src, index, () => `${src} shows`),
        on: `${src} shows`,
        value: snapshot,
        apply({ stubs: { children } }) {
          for (const child of [...children]) if (child.src === src) child.show(snapshot as never)
        },
      }
    }
  }
}

function* timeStimuli(model: AnyModel, untilNext: number | null): Generator<Stimulus> {
  if (untilNext !== null) {
    yield {
      ...timed('the next timer runs', 'time passes'),
      apply: ({ world }) => world.pass(world.untilNext() ?? 0),
    }
  }
  for (const ms of model.passes ?? []) {
    yield { ...timed(`${ms} ms pass`), apply: ({ world }) => world.pass(ms) }
  }
  for (const [type, run] of Object.entries(model.sequences ?? {})) {
    yield { ...timed(type), on: `meanwhile ${type}`, apply: ({ world }) => run(world) }
  }
  for (const ms of model.jumps ?? []) {
    yield {
      ...timed(`the clock jumps ${ms} ms`),
      on: 'jump',
      value: ms,
      apply: ({ world }) => world.jump(ms),
    }
  }
}

export const timed = (type: string, label = type) => ({ type, label, on: 'time', value: null })

/** `instance.start` of the instance: `start`; `stats.changed`: `stats changed`. */
const wordsOf = (type: string, machine: string) =>
  type
    .replace(`${machine}.`, '')
    .replaceAll('.', ' ')
    .replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

const labelOf = (model: AnyModel, name: string, index: number, otherwise: () => string) =>
  (model.names as Record<string, readonly string[]> | undefined)?.[name]?.[index] ??
  (index > 0 ? `${otherwise()} #${index}` : otherwise())
