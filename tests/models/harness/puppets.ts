import {
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
  type Snapshot,
} from 'xstate'
import type { AnyFixture, ChildFixture } from './fixtures.ts'

/** A call that waits for its answer. */
export interface Call {
  readonly src: string
  resolve(output: unknown): void
  reject(error: unknown): void
}

/** The actors of one machine under test, in the test's hand. */
export interface Puppets {
  readonly calls: Set<Call>
  readonly callbacks: Set<{ readonly src: string; tell(event: EventObject): void }>
  readonly children: Set<{
    readonly src: string
    shown(): Snapshot<unknown>
    show(snapshot: Snapshot<unknown>): void
  }>
}

type PuppetEvent =
  | { type: 'puppet.done'; output: unknown }
  | { type: 'puppet.error'; error: unknown }
  | { type: 'puppet.show'; snapshot: Snapshot<unknown> }
  | { type: 'xstate.stop' }

interface Scope {
  readonly self: AnyActorRef
}

/** Stands for a promise, and answers at once: exploring a graph cannot wait. */
function callLogic(src: string, puppets: Puppets) {
  return {
    transition(snapshot: Snapshot<unknown>, event: PuppetEvent, { self }: Scope) {
      const call = [...puppets.calls].find(one => one === callOf.get(self))
      if (call) puppets.calls.delete(call)
      if (event.type === 'puppet.done') {
        return { ...snapshot, status: 'done', output: event.output }
      }
      if (event.type === 'puppet.error') return { ...snapshot, status: 'error', error: event.error }
      return { ...snapshot, status: 'stopped' }
    },
    start(_: Snapshot<unknown>, { self }: Scope) {
      const call: Call = {
        src,
        resolve: output => self.send({ type: 'puppet.done', output }),
        reject: error => self.send({ type: 'puppet.error', error }),
      }
      callOf.set(self, call)
      puppets.calls.add(call)
    },
    getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
    getPersistedSnapshot: (snapshot: Snapshot<unknown>) => snapshot,
  }
}

const callOf = new WeakMap<AnyActorRef, Call>()

/** A real promise, which answers later and is aborted when its state is left. */
function promiseLogic(src: string, puppets: Puppets) {
  return fromPromise(({ signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const call: Call = {
      src,
      resolve(output) {
        puppets.calls.delete(call)
        resolve(output)
      },
      reject(error) {
        puppets.calls.delete(call)
        reject(error)
      },
    }
    puppets.calls.add(call)
    signal.addEventListener('abort', () => puppets.calls.delete(call))
    return promise
  })
}

function callbackLogic(src: string, puppets: Puppets) {
  return fromCallback(({ sendBack, receive }) => {
    const callback = { src, tell: sendBack }
    puppets.callbacks.add(callback)
    receive(() => {})
    return () => puppets.callbacks.delete(callback)
  })
}

/** Stands for an actor with a state of its own: shows what the test or its fixture tells it. */
function childLogic(
  src: string,
  { snapshots, on = {} }: ChildFixture<Snapshot<unknown>>,
  puppets: Puppets,
) {
  const shown = new WeakMap<AnyActorRef, Parameters<typeof puppets.children.delete>[0]>()
  return {
    transition(snapshot: Snapshot<unknown>, event: PuppetEvent, { self }: Scope) {
      if (event.type === 'puppet.show') return event.snapshot
      if (event.type !== 'xstate.stop') return snapshots[on[event.type] ?? -1] ?? snapshot
      const child = shown.get(self)
      if (child) puppets.children.delete(child)
      return { ...snapshot, status: 'stopped' }
    },
    start(_: Snapshot<unknown>, { self }: Scope) {
      const child = {
        src,
        shown: () => self.getSnapshot(),
        show: (snapshot: Snapshot<unknown>) => self.send({ type: 'puppet.show', snapshot }),
      }
      shown.set(self, child)
      puppets.children.add(child)
    },
    getInitialSnapshot: () => snapshots[0],
    getPersistedSnapshot: (snapshot: Snapshot<unknown>) => snapshot,
  }
}

/** The machine with puppets for all of its actors. `isLive`: with real promises. */
export function providePuppets(
  machine: AnyStateMachine,
  fixtures: Readonly<Record<string, AnyFixture>>,
  isLive: boolean,
) {
  const puppets: Puppets = { calls: new Set(), callbacks: new Set(), children: new Set() }
  const actors = Object.entries(fixtures).map(([src, fixture]) => {
    if (fixture === 'callback') return [src, callbackLogic(src, puppets)]
    if ('snapshots' in fixture) {
      return [src, childLogic(src, fixture as ChildFixture<Snapshot<unknown>>, puppets)]
    }
    return [src, isLive ? promiseLogic(src, puppets) : callLogic(src, puppets)]
  })
  return { puppets, machine: machine.provide({ actors: Object.fromEntries(actors) }) }
}
