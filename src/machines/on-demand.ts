import type {
  ActorLogic,
  ActorRef,
  AnyActorRef,
  AnyActorScope,
  AnyEventObject,
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  InputFrom,
  Snapshot,
  SnapshotFrom,
} from 'xstate'

/** A part of the app whose code is in a file of its own. */
export interface LazyPart<T> {
  /** Undefined before it was loaded. */
  readonly loaded: T | undefined
  load(): Promise<T>
}

/** The snapshot of an actor whose machine is not loaded. */
export interface Unloaded {
  readonly status: 'active'
  readonly output: undefined
  readonly error: undefined
  readonly input: unknown
  /** The machine is being loaded, or is loaded again after a failure. */
  readonly isAsked: boolean
  /** What was sent to the actor. The machine gets it when it is loaded. */
  readonly waiting: readonly AnyEventObject[]
  /** How many loads failed in a row. */
  readonly failures: number
}

/** Asks an actor to load its machine, if that is not loaded. */
export type LoadMachine = { readonly type: 'machine.load' }
export const LOAD: LoadMachine = { type: 'machine.load' }

/** The logic of an actor whose machine is loaded on demand. */
export type OnDemand<M extends AnyStateMachine> = ActorLogic<
  SnapshotFrom<M> | Unloaded,
  EventFromLogic<M> | LoadMachine,
  InputFrom<M>,
  AnyActorRef['system'],
  EmittedFrom<M>
>

/** An actor of `OnDemand` whose machine is loaded. */
export type LoadedRef<R> =
  R extends ActorRef<infer S, infer E, infer Emitted>
    ? ActorRef<Exclude<S, Unloaded>, Exclude<E, LoadMachine>, Emitted>
    : never

/** In milliseconds: the first delay after a load that failed, and the longest. */
const FIRST_RETRY_DELAY = 1_000
const MAX_RETRY_DELAY = 8_000

type MachineSnapshot = SnapshotFrom<AnyStateMachine>

export const isLoaded = <S extends Snapshot<unknown>>(
  snapshot: S | Unloaded,
): snapshot is Exclude<S, Unloaded> => 'machine' in snapshot

export function machineState(snapshot: Snapshot<unknown> | Unloaded) {
  if (isLoaded(snapshot)) return 'loaded'
  return (snapshot as Unloaded).failures > 0 ? 'failed' : 'loading'
}

/** A selector of a machine, for an actor that may not have it yet: undefined until then. */
export const whenLoaded =
  <S extends Snapshot<unknown>, T>(select: (snapshot: S) => T) =>
  (snapshot: S | Unloaded): T | undefined =>
    isLoaded(snapshot) ? select(snapshot as S) : undefined

/** The actor with its machine; undefined before that is loaded. */
export const loadedRef = <R extends AnyActorRef>(ref: R): LoadedRef<R> | undefined =>
  // The snapshot says what the type of the ref cannot.
  isLoaded(ref.getSnapshot()) ? (ref as unknown as LoadedRef<R>) : undefined

/** Events of the actor to itself. */
const LOADED = { type: 'machine.loaded' }
const FAILED = { type: 'machine.failed' }

/**
 * An actor that becomes a machine. The event `machine.load` makes it load the machine's code. Ref, id
 * and parent of the actor stay. If the code is already there, the actor is the machine from the start.
 */
export function onDemand<T, M extends AnyStateMachine>(
  part: LazyPart<T>,
  machineIn: (loaded: T) => M,
): OnDemand<M> {
  let machine: M | undefined
  function known(): M | undefined {
    if (!machine && part.loaded) machine = machineIn(part.loaded)
    return machine
  }

  function load({ self }: AnyActorScope) {
    const tell = (event: AnyEventObject) => {
      if (self.getSnapshot().status === 'active') self.send(event)
    }
    part.load().then(
      () => tell(LOADED),
      () => tell(FAILED),
    )
  }

  function become({ input, waiting }: Unloaded, scope: AnyActorScope) {
    const snapshot = known()?.getInitialSnapshot(scope, input)
    scope.defer(() => {
      for (const event of waiting) scope.self.send(event)
    })
    return snapshot
  }

  function tryLater(snapshot: Unloaded, { self, system }: AnyActorScope) {
    const delay = Math.min(FIRST_RETRY_DELAY * 2 ** snapshot.failures, MAX_RETRY_DELAY)
    // The load may have been requested twice.
    system.scheduler.cancel(self, LOAD.type)
    system.scheduler.schedule(self, self, LOAD, delay, LOAD.type)
    return { ...snapshot, failures: snapshot.failures + 1 }
  }

  function whileUnloaded(snapshot: Unloaded, event: AnyEventObject, scope: AnyActorScope) {
    switch (event.type) {
      case LOAD.type:
        load(scope)
        return { ...snapshot, isAsked: true }
      case LOADED.type:
        return become(snapshot, scope)
      case FAILED.type:
        return tryLater(snapshot, scope)
      case 'xstate.stop':
        return { ...snapshot, status: 'stopped' }
      default:
        return { ...snapshot, waiting: [...snapshot.waiting, event] }
    }
  }

  const isOwn = ({ type }: AnyEventObject) => type.startsWith('machine.')

  const logic = {
    getInitialSnapshot: (scope: AnyActorScope, input: unknown) =>
      known()?.getInitialSnapshot(scope, input) ?? unloaded(input),
    start(snapshot: MachineSnapshot) {
      if (isLoaded(snapshot)) known()?.start(snapshot)
    },
    transition(snapshot: MachineSnapshot | Unloaded, event: AnyEventObject, scope: AnyActorScope) {
      if (!isLoaded(snapshot)) return whileUnloaded(snapshot, event, scope)
      return isOwn(event) ? snapshot : known()?.transition(snapshot, event, scope)
    },
    getPersistedSnapshot: (snapshot: MachineSnapshot | Unloaded) =>
      isLoaded(snapshot) ? known()?.getPersistedSnapshot(snapshot) : snapshot,
  }
  // XState's type of logic has one kind of snapshot; this one has the machine's and its own.
  return logic as unknown as OnDemand<M>
}

const unloaded = (input: unknown): Unloaded => ({
  status: 'active',
  output: undefined,
  error: undefined,
  input,
  isAsked: false,
  waiting: [],
  failures: 0,
})
