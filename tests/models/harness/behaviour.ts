import type { AnyStateMachine, EventFromLogic, PromiseActorLogic, SnapshotFrom } from 'xstate'
import type { ActorName, ProvidedActors } from './actors-of.ts'
import type { Sight, TimedSight } from './sights.ts'

/** What must be seen when something happens. */
interface Body<Known, Value> {
  /** When the sentence holds. Default: always. */
  readonly if?: (known: Known, value: Value, now: number) => boolean
  /** What the machine does then, in this order. Default: nothing. */
  readonly see?: (known: Known, value: Value, now: number) => readonly Sight[]
  /** What is known from then on. */
  readonly learn?: (known: Known, value: Value, now: number) => Partial<Known>
}

type OnEvent<M extends AnyStateMachine, Known> = {
  readonly [T in EventFromLogic<M>['type']]: { readonly on: T } & Body<
    Known,
    Extract<EventFromLogic<M>, { type: T }>
  >
}[EventFromLogic<M>['type']]

type OnActor<M extends AnyStateMachine, Known> = {
  readonly [A in ActorName<M>]: ProvidedActors<M>[A] extends PromiseActorLogic<
    infer Output,
    infer _Input,
    infer _Emitted
  >
    ?
        | ({ readonly on: `${A} answers` } & Body<Known, Output>)
        | ({ readonly on: `${A} fails` } & Body<Known, unknown>)
    : { readonly on: `${A} shows` } & Body<Known, SnapshotFrom<ProvidedActors<M>[A]>>
}[ActorName<M>]

/** Something that happens at a time. */
interface OnTime<Known> extends Body<Known, null> {
  readonly on: 'time'
  /** When it happens, by the device's clock; null: not at all now. */
  readonly due: (known: Known) => number | null
  /** By how many milliseconds it may come later. Default: none. */
  readonly within?: number
}

/** Something that goes on while a condition is true. */
interface While<Known> {
  readonly on?: undefined
  readonly while: (known: Known) => boolean
  readonly begin: (known: Known) => readonly Sight[]
  readonly end: (known: Known) => readonly Sight[]
  /** What is known when it begins, and when it ends. */
  readonly learn?: (known: Known, isOn: boolean) => Partial<Known>
}

/** Something that follows from what is known, and changes with it. */
interface Follows<Known, Value = unknown> {
  readonly on?: undefined
  readonly follows: (known: Known) => Value
  /** What is seen when the value has changed. */
  readonly see?: (known: Known) => readonly Sight[]
  readonly learn?: (known: Known) => Partial<Known>
}

/** A sentence of the product: what happens, and what is seen then. */
export type Sentence<M extends AnyStateMachine, Known> =
  | ({ readonly on: 'it begins' } & Body<Known, number>)
  /** The device's clock was set, or the device slept, by this many milliseconds. */
  | ({ readonly on: 'jump' } & Body<Known, number>)
  /** One of the model's `sequences`, by its name. */
  | ({ readonly on: `meanwhile ${string}` } & Body<Known, null>)
  | OnEvent<M, Known>
  | OnActor<M, Known>
  | OnTime<Known>
  | While<Known>
  | Follows<Known>

/** All that is seen of one step. */
export interface Moment {
  readonly happened: string
  readonly found: readonly TimedSight[]
  readonly now: number
}

/**
 * What must be seen of a machine from outside, in the words of the product. It knows what happened, and
 * nothing of the machine. What no sentence names must not be done.
 */
export interface Behaviour<M extends AnyStateMachine, Known> {
  /** What is known before anything happens. */
  readonly begins: Known
  readonly sentences: Readonly<Record<string, Sentence<M, Known>>>
  /** What a page shows: how it reads the machine, and the value that it must get. */
  readonly shows?: Readonly<
    Record<
      string,
      readonly [
        ask: (snapshot: SnapshotFrom<M>) => unknown,
        hear: (known: Known, now: number) => unknown,
      ]
    >
  >
  /** When a page offers what a user can do. */
  readonly offers?: {
    readonly [T in EventFromLogic<M>['type']]?: (known: Known, now: number) => boolean
  }
  /** What is true of every run. Each check is made again for each run, since it may have a memory. */
  readonly always?: Readonly<Record<string, () => (moment: Moment) => boolean>>
}

export type AnyBehaviour = Behaviour<AnyStateMachine, unknown>

/** Any sentence, without its types. */
export interface AnySentence
  extends Partial<OnTime<unknown>>,
    Partial<Omit<While<unknown>, 'on' | 'learn'>>,
    Partial<Pick<Follows<unknown>, 'follows'>> {
  readonly on?: 'time'
  readonly learn?: (known: unknown, value: unknown, now?: number) => Partial<unknown>
}

/** A behaviour, checked. */
export const behaviourOf = <M extends AnyStateMachine, Known>(
  behaviour: Behaviour<M, Known>,
): AnyBehaviour => behaviour as unknown as AnyBehaviour

/** The same sentence about several things that can happen. */
export function each<S extends object, T extends string>(
  ons: readonly T[],
  says: (on: T) => string,
  sentence: (on: T) => S,
): Record<string, S & { readonly on: T }> {
  return Object.fromEntries(ons.map(on => [says(on), { ...sentence(on), on }]))
}

const isEvent = (sight: Sight, what: string, type: string) =>
  sight.does === 'tells' && sight.what === what && sight.event.type === type

/** A resource never reads while one of these changes is under way, so no old answer hides a new one. */
export const noReadDuring = (resource: string, changes: readonly string[]) => () => {
  const underWay = new Set<string>()
  let isReading = false
  return ({ happened, found }: Moment) => {
    for (const change of changes) if (happened.startsWith(`${change} `)) underWay.delete(change)
    for (const sight of found) {
      if (sight.does === 'asks' && changes.includes(sight.what)) underWay.add(sight.what)
      if (sight.does === 'drops') underWay.delete(sight.what)
      if (isEvent(sight, resource, 'resource.activate')) isReading = true
      if (isEvent(sight, resource, 'resource.deactivate')) isReading = false
    }
    return underWay.size === 0 || !isReading
  }
}

/** At most one of these calls is in flight. */
export const oneAtATime = (calls: readonly string[]) => () => {
  const underWay = new Set<string>()
  return ({ happened, found }: Moment) => {
    let isFree = true
    for (const call of calls) if (happened.startsWith(`${call} `)) underWay.delete(call)
    for (const sight of found) {
      if (sight.does === 'drops') underWay.delete(sight.what)
      if (sight.does !== 'asks' || !calls.includes(sight.what)) continue
      if (underWay.size > 0) isFree = false
      underWay.add(sight.what)
    }
    return isFree
  }
}

/** These calls are never cancelled: their outcome would stay unknown. */
export const neverCancelled = (calls: readonly string[]) => () => (moment: Moment) =>
  !moment.found.some(({ does, ...sight }) => does === 'drops' && calls.includes(what(sight)))

const what = (sight: object) => ('what' in sight ? String(sight.what) : '')

/** After each answer of these calls, the parent gets exactly one message at once: the account has changed. */
export const tellsParentAfter = (calls: readonly string[]) => () => (moment: Moment) => {
  const count = moment.found.filter(sight => isEvent(sight, 'parent', 'account.changed')).length
  return calls.some(call => moment.happened === `${call} answers`) ? count === 1 : count <= 1
}
