import type { AnyActorRef, AnyStateMachine } from 'xstate'
import { liveMachine } from '../../../src/machines/live/machine.ts'
import type { ResourceMachine } from '../../../src/machines/resource/machine.ts'

/** After an answer, a resource that is read every 10 s is read again after an interval. All times are in milliseconds. */
export interface Interval {
  readonly resource: AnyStateMachine
  readonly after: string
  readonly answer: unknown
  readonly usually: number
  /** The interval while the server announces changes at once. */
  readonly withStream: number
}

/** The intervals of a resource after each of its answers. */
export const intervalsOf = <T>(
  resource: ResourceMachine<T>,
  answers: Readonly<
    Record<string, { readonly answer: T; readonly usually: number; readonly withStream: number }>
  >,
): readonly Interval[] =>
  Object.entries(answers).map(([after, interval]) => ({ resource, after, ...interval }))

/** The live stream, as resources read it. */
export const stream = (isOpen: boolean) =>
  liveMachine.resolveState({ value: isOpen ? { on: { following: 'informed' } } : 'off' } as never)

/** What is wrong with an interval; null: nothing. */
export function problemOf({
  resource,
  after,
  answer,
  usually,
  withStream,
}: Interval): string | null {
  const delay = resource.implementations.delays?.interval as (scope: object) => number
  const found = [false, true].map(isOpen => {
    const live = { getSnapshot: () => stream(isOpen) } as unknown as AnyActorRef
    return delay({
      context: { interval: 10_000, random: () => 0.5, data: answer, failure: null },
      self: { system: { get: () => live } },
    })
  })
  const must = [usually, withStream]
  if (String(found) === String(must)) return null
  const sentence = `It is read again in time after the answer: ${after}.`
  return `"${sentence}" is not true: ${found.join(' and ')} ms and not ${must.join(' and ')} ms`
}
