import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

/** An effect that wiring.ts must provide: without it, the machine fails loudly instead of doing nothing. */
export function unprovidedPromise<Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  name: string,
) {
  return fromPromise<Output, Input>(() => {
    throw new Error(`The actor '${name}' was not provided.`)
  })
}

/** As `unprovidedPromise`, for an effect that lives as long as its state. */
export function unprovidedCallback<
  Event extends EventObject,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>(name: string) {
  return fromCallback<Event, Input>(() => {
    throw new Error(`The actor '${name}' was not provided.`)
  })
}
