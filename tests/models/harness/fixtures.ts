import type {
  AnyActorLogic,
  AnyStateMachine,
  CallbackActorLogic,
  EventFromLogic,
  EventObject,
  InputFrom,
  PromiseActorLogic,
  Snapshot,
  SnapshotFrom,
} from 'xstate'
import type { ActorName, ProvidedActors } from './actors-of.ts'
import type { AnyBehaviour } from './behaviour.ts'
import type { Interval } from './intervals.ts'
import type { World } from './world.ts'

type EventOf<M extends AnyStateMachine> = EventFromLogic<M>

/**
 * How an event comes to the machine: sent from outside in each of these variants, reported by one of its
 * own callback actors, or raised by the machine itself.
 */
export type EventFixture<E extends EventObject, Actor extends string> =
  | readonly [E, ...E[]]
  | { readonly from: Actor; readonly events: readonly [E, ...E[]] }
  | 'raised'

/** What a promise may answer; `error` defaults to one that nobody expected. */
export interface PromiseFixture<Output> {
  readonly done: readonly [Output, ...Output[]]
  readonly error?: readonly unknown[]
}

/** What an actor with a state of its own may show; it begins with the first. */
export interface ChildFixture<Snapshot> {
  readonly snapshots: readonly [Snapshot, ...Snapshot[]]
  /** Which snapshot it shows after an event of this type. */
  readonly on?: Readonly<Record<string, number>>
  /** Which snapshots may follow each by themselves. Default: all. */
  readonly next?: readonly (readonly number[])[]
  /** Whether sentences also see its snapshot after each message, as machines do. */
  readonly answers?: boolean
  /** Whether several may live at the same time: then sentences name each by its id. */
  readonly isMany?: boolean
}

/** A callback actor that answers what it is sent, in the middle of the machine's step; null: not this. */
export interface SendBackFixture<E> {
  readonly sendsBack: (event: E) => EventObject | null
}

export type ActorFixture<L> =
  L extends PromiseActorLogic<infer Output, infer _Input, infer _Emitted>
    ? PromiseFixture<Output>
    : L extends CallbackActorLogic<infer Event, infer _Input, infer _Emitted>
      ? 'callback' | SendBackFixture<Event>
      : L extends AnyActorLogic
        ? ChildFixture<SnapshotFrom<L>>
        : never

export type AnyFixture =
  | PromiseFixture<unknown>
  | ChildFixture<unknown>
  | SendBackFixture<EventObject>
  | 'callback'

/**
 * Everything that may happen to a machine. The types ask for a fixture of each event of its union
 * and of each actor that it invokes or spawns, so a new one does not compile without a fixture.
 */
export interface Model<M extends AnyStateMachine> {
  readonly machine: M
  readonly inputs: readonly [(world: World) => InputFrom<M>, ...((world: World) => InputFrom<M>)[]]
  readonly events: {
    readonly [T in EventOf<M>['type']]: EventFixture<Extract<EventOf<M>, { type: T }>, ActorName<M>>
  }
  readonly actors: { readonly [K in ActorName<M>]: ActorFixture<ProvidedActors<M>[K]> }
  /** What guards read beside the state; finite. States that differ only in this are explored separately. */
  readonly key?: (snapshot: SnapshotFrom<M>, world: World) => unknown
  /** The same for walks. It may distinguish more, since walks end after a number of steps. Default: the key. */
  readonly walkKey?: (snapshot: SnapshotFrom<M>, world: World) => unknown
  /** Milliseconds that may pass at once, beside the wait for the next timer. */
  readonly passes?: readonly number[]
  /** Milliseconds by which the device's clock may be ahead of its timers, as after a sleep. */
  readonly jumps?: readonly number[]
  /** Several steps that happen at once, by name: single steps would make too many states. */
  readonly sequences?: Readonly<Record<string, (world: World) => void>>
  /** Other actors of the app, by their id in the system: the snapshot of each for this input. */
  readonly neighbours?: Readonly<Record<string, (input: number) => Snapshot<unknown>>>
  /** Actions that the wiring provides. Sentences see each of them. */
  readonly effects?: readonly string[]
  /** How many times longer `npm test` walks this machine than others, since more can happen to it. */
  readonly walkLength?: number
  /** Told before the walk, in the words of the fixtures, because the walk does not come that far. */
  readonly stories?: readonly string[]
  /** How long its resources wait after their answers. */
  readonly intervals?: readonly Interval[]
  /** What must be seen from outside, in sentences. */
  readonly behaviour?: AnyBehaviour
  /** Names of the inputs, for people. */
  readonly begins?: readonly string[]
  /** Names of the variants of an event or an answer, for people, in the order of its fixtures. */
  readonly names?: { readonly [K in EventOf<M>['type'] | ActorName<M>]?: readonly string[] }
}

export type AnyModel = Model<AnyStateMachine>

/** A model, checked. */
export const defineModel = <M extends AnyStateMachine>(model: Model<M>): Model<M> => model

/** The first variant of an event. */
export function stimulusOf(model: AnyModel, type: string): EventObject {
  const fixture = model.events[type]
  if (!fixture || fixture === 'raised') throw new Error(`Nobody sends ${type}.`)
  return 'from' in fixture ? fixture.events[0] : fixture[0]
}
