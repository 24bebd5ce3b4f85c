import {
  type AnyEventObject,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
} from 'xstate'
import type { Answer, RefusalCode } from '../../../src/domain/answer.ts'
import { type ChangeRules, makeChange, type Outcome } from '../../../src/machines/change.ts'

/** Calls that the test answers, one after the other. */
function createCalls<Output, Input>() {
  const calls: { input: Input; signal: AbortSignal; answer: PromiseWithResolvers<Output> }[] = []
  return {
    begin({ input, signal }: { input: Input; signal: AbortSignal }) {
      const answer = Promise.withResolvers<Output>()
      calls.push({ input, signal, answer })
      return answer.promise
    },
    calls,
    /** Prefers calls that were neither answered nor cancelled. */
    last() {
      const call = calls.at(-1)
      if (!call) throw new Error('Nothing was called.')
      return call
    },
  }
}

/** An actor whose answers the test gives. */
export function createFakePromise<
  Output,
  Input extends NonReducibleUnknown = NonReducibleUnknown,
>() {
  const calls = createCalls<Output, Input>()
  return { ...calls, logic: fromPromise<Output, Input>(calls.begin) }
}

/** A change: its calls are those of the request, and `check` has those that check what was done. */
export function createFakeChange<Input extends NonReducibleUnknown, T, C extends RefusalCode, Seen>(
  rules: ChangeRules<Input, T, C, Seen>,
) {
  const request = createCalls<Answer<T, C>, Input>()
  const check = createCalls<Seen, Input>()
  return {
    ...request,
    check,
    logic: fromPromise<Outcome<T, C>, Input>(call =>
      makeChange(call.input, rules, {
        request: () => request.begin(call),
        check: () => check.begin(call),
      }),
    ),
  }
}

/** A callback actor through which the test sends events to the machine. */
export function createFakeCallback<Event extends EventObject>() {
  const listeners = new Set<(event: Event) => void>()
  const received: EventObject[] = []
  let begun = 0
  return {
    logic: fromCallback<Event>(({ sendBack, receive }) => {
      begun++
      listeners.add(sendBack)
      receive(event => received.push(event))
      return () => listeners.delete(sendBack)
    }),
    received,
    /** How many of these actors run now. */
    running: () => listeners.size,
    /** How many of these actors were started. */
    begun: () => begun,
    send(event: Event) {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

/** A parent that runs. It passes on what its child sends to it. */
export const createFakeParent = <Event extends EventObject = AnyEventObject>(
  onEvent: (event: Event) => void,
) => createActor(fromCallback<Event>(({ receive }) => receive(onEvent))).start()
