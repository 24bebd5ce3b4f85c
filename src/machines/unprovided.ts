import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

/** An effect that `src/wiring` must provide. Without it, the actor fails instead of doing nothing. */
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

/** An uncaught error, too: the machine could take the failure for one of the network, and try again. */
function fail(name: string): never {
  const error = new Error(`The actor '${name}' was not provided.`)
  queueMicrotask(() => {
    throw error
  })
  throw error
}
