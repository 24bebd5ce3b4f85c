import {
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
  type Snapshot,
} from 'xstate'
import type { AnyFixture, ChildFixture } from './fixtures.ts'
import type { Sight } from './sights.ts'

/** A call that waits for its answer. */
export interface Call {
  readonly src: string
  resolve(output: unknown): void
  reject(error: unknown): void
}

/** The stubs of one machine under test, which the test controls. */
export interface Stubs {
  readonly calls: Set<Call>
  readonly callbacks: Set<{ readonly src: string; tell(event: EventObject): void }>
  readonly children: Set<{
    readonly src: string
    shown(): Snapshot<unknown>
    show(snapshot: Snapshot<unknown>): void
  }>
  /** Gets all that the machine does with its actors, in order. */
  note: (sight: Sight) => void
}

type StubEvent =
  | { type: 'stub.done'; output: unknown }
  | { type: 'stub.error'; error: unknown }
  | { type: 'stub.show'; snapshot: Snapshot<unknown> }
  | { type: 'xstate.stop' }

interface Scope {
  readonly self: AnyActorRef
}

const stubsBySystem = new WeakMap<object, Stubs>()

/** The stubs of a running machine, by its actor system. */
export function stubsIn(system: object): Stubs {
  let stubs = stubsBySystem.get(system)
  if (!stubs) {
    stubs = { calls: new Set(), callbacks: new Set(), children: new Set(), note: () => {} }
    stubsBySystem.set(system, stubs)
  }
  return stubs
}

/** Stands in for a promise, and answers at once: an exploration cannot wait. */
function callLogic(src: string) {
  return {
    transition(snapshot: Snapshot<unknown>, event: StubEvent, { self }: Scope) {
      const call = callOf.get(self)
      if (call) stubsIn(self.system).calls.delete(call)
      if (event.type === 'stub.done') {
        return { ...snapshot, status: 'done', output: event.output }
      }
      if (event.type === 'stub.error') return { ...snapshot, status: 'error', error: event.error }
      stubsIn(self.system).note({ does: 'drops', what: src })
      return { ...snapshot, status: 'stopped' }
    },
    start(_: Snapshot<unknown>, { self }: Scope) {
      stubsIn(self.system).note({ does: 'asks', what: src, input: inputOf.get(self) })
      const call: Call = {
        src,
        resolve: output => self.send({ type: 'stub.done', output }),
        reject: error => self.send({ type: 'stub.error', error }),
      }
      callOf.set(self, call)
      stubsIn(self.system).calls.add(call)
    },
    getInitialSnapshot({ self }: Scope, input: unknown) {
      inputOf.set(self, input)
      return { status: 'active', output: undefined, error: undefined }
    },
    getPersistedSnapshot: (snapshot: Snapshot<unknown>) => snapshot,
  }
}

const callOf = new WeakMap<AnyActorRef, Call>()
const inputOf = new WeakMap<AnyActorRef, unknown>()

/** A real promise, which answers later and is aborted when its state is left. */
function promiseLogic(src: string) {
  return fromPromise(({ input, signal, system }) => {
    const { calls, note } = stubsIn(system)
    note({ does: 'asks', what: src, input })
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const call: Call = {
      src,
      resolve(output) {
        calls.delete(call)
        resolve(output)
      },
      reject(error) {
        calls.delete(call)
        reject(error)
      },
    }
    calls.add(call)
    signal.addEventListener('abort', () => {
      if (calls.delete(call)) note({ does: 'drops', what: src })
    })
    return promise
  })
}

function callbackLogic(src: string, sendsBack: (event: EventObject) => EventObject | null) {
  return fromCallback(({ sendBack, receive, system, input }) => {
    const { callbacks, note } = stubsIn(system)
    note({ does: 'starts', what: src, input })
    const callback = { src, tell: sendBack }
    callbacks.add(callback)
    receive(event => {
      note({ does: 'tells', what: src, event })
      const sent = sendsBack(event)
      if (sent) sendBack(sent)
    })
    return () => {
      note({ does: 'ends', what: src })
      callbacks.delete(callback)
    }
  })
}

/** Stands in for an actor with its own state: it shows what the test or its fixture says. */
function childLogic(src: string, { snapshots, on = {}, isMany }: ChildFixture<Snapshot<unknown>>) {
  const nameOf = (self: AnyActorRef) => (isMany ? self.id : src)
  const shown = new WeakMap<AnyActorRef, Parameters<Stubs['children']['delete']>[0]>()
  return {
    transition(snapshot: Snapshot<unknown>, event: StubEvent, { self }: Scope) {
      if (event.type === 'stub.show') return event.snapshot
      const { note } = stubsIn(self.system)
      if (event.type !== 'xstate.stop') {
        note({ does: 'tells', what: nameOf(self), event })
        return snapshots[on[event.type] ?? -1] ?? snapshot
      }
      note({ does: 'ends', what: nameOf(self) })
      const child = shown.get(self)
      if (child) stubsIn(self.system).children.delete(child)
      return { ...snapshot, status: 'stopped' }
    },
    start(_: Snapshot<unknown>, { self }: Scope) {
      stubsIn(self.system).note({ does: 'starts', what: nameOf(self), input: inputOf.get(self) })
      const child = {
        src,
        shown: () => self.getSnapshot(),
        show: (snapshot: Snapshot<unknown>) => self.send({ type: 'stub.show', snapshot }),
      }
      shown.set(self, child)
      stubsIn(self.system).children.add(child)
    },
    getInitialSnapshot({ self }: Scope, input: unknown) {
      inputOf.set(self, input)
      return snapshots[0]
    },
    getPersistedSnapshot: (snapshot: Snapshot<unknown>) => snapshot,
  }
}

/**
 * The machine with stubs for all of its actors and effects. `stubsIn` returns those of a running one. `isLive`: with
 * real promises.
 */
export function provideStubs(
  machine: AnyStateMachine,
  fixtures: Readonly<Record<string, AnyFixture>>,
  effects: readonly string[],
  isLive: boolean,
): AnyStateMachine {
  const actors = Object.entries(fixtures).map(([src, fixture]) => {
    if (fixture === 'callback') return [src, callbackLogic(src, () => null)]
    if ('sendsBack' in fixture) return [src, callbackLogic(src, fixture.sendsBack)]
    if ('snapshots' in fixture) {
      return [src, childLogic(src, fixture as ChildFixture<Snapshot<unknown>>)]
    }
    return [src, isLive ? promiseLogic(src) : callLogic(src)]
  })
  const actions = effects.map(name => [
    name,
    ({ system }: Pick<Scope['self'], 'system'>) =>
      stubsIn(system).note({ does: 'acts', what: name }),
  ])
  return machine.provide({
    actors: Object.fromEntries(actors),
    actions: Object.fromEntries(actions),
  })
}
