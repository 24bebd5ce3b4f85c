import type {
  AnyActorRef,
  AnyTransitionDefinition,
  EventObject,
  InspectionEvent,
  Observer,
  Snapshot,
} from 'xstate'

declare global {
  /** Hears what all actors do, from the start. Browser tests set it before the page is loaded. */
  var actorObserver: Observer<InspectionEvent> | undefined
}

export type AnySnapshot = Snapshot<unknown> & { readonly value?: unknown }

export interface RawStep {
  readonly event: EventObject
  readonly taken: readonly AnyTransitionDefinition[]
  readonly value: unknown
}

/** An event as it was received. It is neither copied nor formatted: that costs more than keeping it. */
export interface RawEntry {
  readonly n: number
  readonly time: number
  readonly actor: AnyActorRef
  readonly source: AnyActorRef | undefined
  readonly event: EventObject
  /** In order; empty before the actor has handled the event. */
  steps: readonly RawStep[]
  before: AnySnapshot | undefined
  after: AnySnapshot | undefined
}

const NOTHING: readonly RawStep[] = []

/** Keeps the last events of all actors of a system. */
export class Recorder implements Observer<InspectionEvent> {
  readonly #limit: number
  readonly #now: () => number
  readonly #entries: RawEntry[] = []
  /** The index of the oldest entry, once the limit is reached. */
  #oldest = 0
  #count = 0
  /** For each actor: the events that it has not handled, the steps of the present one, the last snapshot. */
  readonly #waiting = new WeakMap<AnyActorRef, RawEntry[]>()
  readonly #steps = new WeakMap<AnyActorRef, RawStep[]>()
  readonly #snapshots = new WeakMap<AnyActorRef, AnySnapshot>()

  constructor(limit: number, now: () => number = Date.now) {
    this.#limit = limit
    this.#now = now
  }

  /** How many events came, also those that are no longer kept. */
  get count(): number {
    return this.#count
  }

  /** The kept events after that number, the oldest first. */
  after(n: number): readonly RawEntry[] {
    const kept = [...this.#entries.slice(this.#oldest), ...this.#entries.slice(0, this.#oldest)]
    return kept.slice(Math.max(0, n - this.#count + kept.length))
  }

  find(n: number): RawEntry | undefined {
    const back = this.#count - n
    const length = this.#entries.length
    if (back < 0 || back >= length) return undefined
    return this.#entries[(this.#oldest + length - 1 - back) % length]
  }

  next(event: InspectionEvent): void {
    const actor = event.actorRef as AnyActorRef
    if (event.type === '@xstate.event') {
      const entry = this.#add(actor, event.sourceRef as AnyActorRef | undefined, event.event)
      const waiting = this.#waiting.get(actor)
      if (waiting) waiting.push(entry)
      else this.#waiting.set(actor, [entry])
    } else if (event.type === '@xstate.microstep') {
      const { value } = event.snapshot as AnySnapshot
      const step = { event: event.event, taken: event._transitions, value }
      const steps = this.#steps.get(actor)
      if (steps) steps.push(step)
      else this.#steps.set(actor, [step])
    } else if (event.type === '@xstate.snapshot') {
      this.#handled(actor, event.event, event.snapshot)
    }
  }

  #add(actor: AnyActorRef, source: AnyActorRef | undefined, event: EventObject): RawEntry {
    this.#count += 1
    const entry: RawEntry = {
      n: this.#count,
      time: this.#now(),
      actor,
      source,
      event,
      steps: NOTHING,
      before: undefined,
      after: undefined,
    }
    if (this.#entries.length < this.#limit) this.#entries.push(entry)
    else {
      this.#entries[this.#oldest] = entry
      this.#oldest = (this.#oldest + 1) % this.#limit
    }
    return entry
  }

  #handled(actor: AnyActorRef, event: EventObject, snapshot: AnySnapshot) {
    const waiting = this.#waiting.get(actor) ?? []
    const index = waiting.findIndex(one => one.event === event)
    const [entry = this.#add(actor, undefined, event)] = index < 0 ? [] : waiting.splice(index, 1)
    entry.steps = this.#steps.get(actor) ?? NOTHING
    entry.before = this.#snapshots.get(actor)
    entry.after = snapshot
    this.#steps.delete(actor)
    this.#snapshots.set(actor, snapshot)
  }
}
