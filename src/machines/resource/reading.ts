import { assign, type EventObject, raise } from 'xstate'
import type { Failure } from '../../domain/answer.ts'
import type { ResourceSnapshot } from './machine.ts'

/** The data of a resource that its owner keeps. It changes only with answers. */
export interface Reading<T> {
  /** The last good answer; kept through failures. Undefined before the first. */
  readonly data: T | undefined
  /** Server time of the last good answer, in milliseconds since the epoch. */
  readonly updatedAt: number | null
  /** Why the last fetch failed. */
  readonly failure: Failure | null
  readonly isFetching: boolean
}

/** Raised by the owner of a resource after each fetch. */
export type ReadingEvent = { type: 'read.succeeded' } | { type: 'read.failed' }

export const nothingRead = { data: undefined, updatedAt: null, failure: null, isFetching: false }

/** The fetch has succeeded. */
export const isRead = <T>({ isFetching }: Reading<unknown>, snapshot: ResourceSnapshot<T>) =>
  isFetching && snapshot.matches({ active: 'ready' })

/** The fetch has failed. */
const hasReadFailed = <T>({ isFetching }: Reading<unknown>, snapshot: ResourceSnapshot<T>) =>
  isFetching && snapshot.matches({ active: 'failed' })

function readingAfter<T>(before: Reading<T>, snapshot: ResourceSnapshot<T>): Reading<T> {
  const isFetching = snapshot.hasTag('fetching')
  const { data, updatedAt, failure } = snapshot.context
  if (isRead(before, snapshot)) return { data, updatedAt, failure, isFetching }
  if (hasReadFailed(before, snapshot)) return { ...before, failure, isFetching }
  return isFetching === before.isFetching ? before : { ...before, isFetching }
}

const succeeded: ReadingEvent = { type: 'read.succeeded' }
const failed: ReadingEvent = { type: 'read.failed' }

interface Owned<T> {
  readonly reading: Reading<T>
}

/**
 * The actions of `onReading`, for the `setup` of a resource's owner.
 *
 * @param also what else of the owner's context changes with each answer
 */
export const readingActions = <T, Context extends Owned<T>, Event extends EventObject>(
  also: (before: Context, reading: Reading<T>) => Partial<Context> = () => ({}),
) => ({
  keepReading: assign<Context, Event, ResourceSnapshot<T>, Event, never>(
    ({ context }, snapshot) => {
      const reading = readingAfter(context.reading, snapshot)
      const more = isRead(context.reading, snapshot) ? also(context, reading) : {}
      return { reading, ...more } as Partial<Context>
    },
  ),
  // An owner's events include these, which the type of a parameter cannot say.
  raiseSucceeded: raise<Context, Event, Event, undefined>(succeeded as never),
  raiseFailed: raise<Context, Event, Event, undefined>(failed as never),
})

/** A snapshot of the resource, as its owner sees it. */
interface Seen<T> {
  readonly context: Owned<T>
  readonly event: { readonly snapshot: ResourceSnapshot<T> }
}

/** The `onSnapshot` of a resource's owner: keeps each snapshot, and raises a `ReadingEvent` after each fetch. */
export function onReading<T>() {
  const keepReading = {
    type: 'keepReading',
    params: ({ event }: Seen<T>) => event.snapshot,
  } as const
  const isReadNow = ({ context, event }: Seen<T>) => isRead(context.reading, event.snapshot)
  const hasReadFailedNow = ({ context, event }: Seen<T>) =>
    hasReadFailed(context.reading, event.snapshot)
  return [
    {
      guard: isReadNow,
      actions: [keepReading, 'raiseSucceeded'],
    },
    {
      guard: hasReadFailedNow,
      actions: [keepReading, 'raiseFailed'],
    },
    { actions: keepReading },
  ] as const
}
