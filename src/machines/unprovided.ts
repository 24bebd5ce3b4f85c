import {
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
} from 'xstate'
import type { OnDemand } from './on-demand.ts'

/** An effect that must be provided, in the app by `src/wiring`. Without that, the actor throws. */
export function unprovidedPromise<Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  name: string,
) {
  return fromPromise<Output, Input>(() => fail(name))
}

/** As `unprovidedPromise`, for an effect that lives as long as its state. */
export function unprovidedCallback<
  Event extends EventObject,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>(name: string) {
  return fromCallback<Event, Input>(() => fail(name))
}

/** As `unprovidedPromise`, for an action. */
export const unprovidedAction = (name: string) => () => {
  throw new Error(`The action '${name}' was not provided.`)
}

/** As `unprovidedPromise`, for a machine that is loaded on demand. */
export function unprovidedMachine<M extends AnyStateMachine>(name: string): OnDemand<M> {
  // It has no snapshot of the machine, and throws before anybody reads one.
  return fromCallback(() => fail(name)) as unknown as OnDemand<M>
}

/**
 * Throws an uncaught error, too. The machine could take the actor's error for a failure of the network
 * or of a driver, and try again for ever.
 */
function fail(name: string): never {
  const error = new Error(`The actor '${name}' was not provided.`)
  queueMicrotask(() => {
    throw error
  })
  throw error
}
