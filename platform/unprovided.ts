import { fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * An effect that the creator of the actor must provide. Without it the process reports an uncaught
 * error: the machine itself could take the failure for one of its driver, and try again for ever.
 */
export function unprovidedPromise<Output, Input extends NonReducibleUnknown = NonReducibleUnknown>(
  name: string,
) {
  return fromPromise<Output, Input>(() => {
    const error = new Error(`The actor '${name}' was not provided.`)
    queueMicrotask(() => {
      throw error
    })
    throw error
  })
}
