import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

/** An actor whose answers the test gives, one call after the other. */
export function createFakePromise<
  Output,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>() {
  const calls: { input: Input; signal: AbortSignal; answer: PromiseWithResolvers<Output> }[] = []
  return {
    logic: fromPromise<Output, Input>(({ input, signal }) => {
      const answer = Promise.withResolvers<Output>()
      calls.push({ input, signal, answer })
      return answer.promise
    }),
    calls,
    /** Calls that were neither answered nor cancelled come last. */
    last() {
      const call = calls.at(-1)
      if (!call) throw new Error('Nothing was called.')
      return call
    },
  }
}

/** A callback actor through which the test speaks to the machine. */
export function createFakeCallback<Event extends EventObject>() {
  const listeners = new Set<(event: Event) => void>()
  const received: EventObject[] = []
  return {
    logic: fromCallback<Event>(({ sendBack, receive }) => {
      listeners.add(sendBack)
      receive(event => received.push(event))
      return () => listeners.delete(sendBack)
    }),
    received,
    /** How many of these actors run now. */
    running: () => listeners.size,
    send(event: Event) {
      for (const listener of [...listeners]) listener(event)
    },
  }
}
