import type { ResourceMachine } from '../../../src/machines/resource/machine.ts'
import {
  dataOf,
  failureIn,
  isFailed,
  isLoading,
  updatedAtOf,
} from '../../../src/machines/resource/selectors.ts'
import { challenge } from '../data.ts'
import { behaviourOf, oneAtATime } from '../harness/behaviour.ts'
import { asks, drops, ends, starts } from '../harness/sights.ts'

const begins = {
  isActive: false,
  /** Milliseconds between two reads; null: it is not polled. */
  interval: null as number | null,
  hasStream: false,
  isFetching: false,
  /** Whether a read was requested during a fetch, which may have missed the change. */
  isAskedAgain: false,
  isHidden: false,
  nextAt: null as number | null,
  data: undefined as Answer | undefined,
  updatedAt: null as number | null,
  hasFailed: false,
}
type Known = typeof begins

/** What the model's server answers. */
export interface Answer {
  readonly says: string
}
const settled: Answer = { says: 'settled' }
/** An equal answer in another message. */
const equal: Answer = { says: 'settled' }
export const moves: Answer = { says: 'moves' }
/** Data whose changes the live stream does not announce. */
export const unannounced: Answer = { says: 'not announced' }
export const answers = [settled, equal, moves, unannounced] as const

/** From this input on, the app has a live stream. */
export const STREAM = 2

/** Milliseconds to the next read; null: there is none. With a stream that announces changes, it is read seldom. */
function intervalAfter(
  { interval, hasStream }: Known,
  data: Answer | undefined,
  hasFailed: boolean,
) {
  if (interval === null && !hasFailed) return null
  const usual = data === undefined ? 10_000 : (interval ?? 10_000)
  if (hasStream && !hasFailed && data !== unannounced) {
    return data === moves ? 10_000 : Math.max(usual, 60_000)
  }
  return data === moves ? 2_000 : usual
}

/** If an answer has nothing new, the previous one stays, so that nothing is drawn again. */
const kept = (before: Answer | undefined, answer: Answer) =>
  before?.says === answer.says ? before : answer

const isWaiting = ({ isActive, isFetching }: Known) => isActive && !isFetching
const fetching = { isActive: true, isFetching: true, isAskedAgain: false, nextAt: null }
const fetch = () => [asks('fetch', challenge)]

/** After a fetch: the next one, at once or at its time. */
const onward = (known: Known, isAgain: boolean, delay: number | null, now: number) =>
  isAgain
    ? fetching
    : {
        isFetching: false,
        isHidden: false,
        nextAt: delay === null ? null : now + delay,
        isAskedAgain: false,
        isActive: known.isActive,
      }

export const resourceBehaviour = behaviourOf<ResourceMachine<Answer>, Known>({
  begins,
  sentences: {
    'What is needed from the start is read at once.': {
      on: 'it begins',
      see: (_, input) => (input === 1 ? [] : fetch()),
      learn: (_, input) => ({
        ...(input === 1 ? {} : fetching),
        interval: [10_000, null, 10_000, 600_000][input] ?? null,
        hasStream: input >= STREAM,
      }),
    },
    'It hears between two reads whether the page is hidden.': {
      while: isWaiting,
      begin: () => [starts('visibility')],
      end: () => [ends('visibility')],
    },
    'It is read as soon as somebody needs it.': {
      on: 'resource.activate',
      if: ({ isActive }) => !isActive,
      see: fetch,
      learn: () => fetching,
    },
    'Nothing is read of what nobody needs.': {
      on: 'resource.deactivate',
      if: ({ isActive }) => isActive,
      see: ({ isFetching }) => (isFetching ? [drops('fetch')] : []),
      learn: () => ({ isActive: false, isFetching: false, isAskedAgain: false, nextAt: null }),
    },
    'A refresh reads it now.': {
      on: 'resource.refresh',
      if: isWaiting,
      see: fetch,
      learn: () => fetching,
    },
    'A refresh during a read is followed by one more read.': {
      on: 'resource.refresh',
      if: ({ isFetching }) => isFetching,
      learn: () => ({ isAskedAgain: true }),
    },
    'What may have changed is read now, and not while the page is hidden.': {
      on: 'resource.stale',
      if: known => isWaiting(known) && !known.isHidden,
      see: fetch,
      learn: () => fetching,
    },
    'What may have changed during a read is read once more.': {
      on: 'resource.stale',
      if: ({ isFetching }) => isFetching,
      learn: () => ({ isAskedAgain: true }),
    },
    'A good answer is kept. The next read is due after the interval, sooner while it moves, later with a stream.':
      {
        on: 'fetch answers',
        see: ({ isAskedAgain }) => (isAskedAgain ? fetch() : []),
        learn: (known, data, now) => ({
          data: kept(known.data, data),
          updatedAt: now,
          hasFailed: false,
          ...onward(
            known,
            known.isAskedAgain,
            intervalAfter(known, kept(known.data, data), false),
            now,
          ),
        }),
      },
    'After a failure the last good answer stays, and it is read again.': {
      on: 'fetch fails',
      see: ({ isAskedAgain }) => (isAskedAgain ? fetch() : []),
      learn: (known, _, now) => ({
        hasFailed: true,
        ...onward(known, known.isAskedAgain, intervalAfter(known, known.data, true), now),
      }),
    },
    'It is read when it is due.': {
      on: 'time',
      due: ({ nextAt }) => nextAt,
      see: fetch,
      learn: () => fetching,
    },
    'Nothing is read while the page is hidden.': {
      on: 'page.hidden',
      if: isWaiting,
      learn: () => ({ isHidden: true, nextAt: null }),
    },
    'A page that is shown again has it read.': {
      on: 'page.shown',
      if: known => isWaiting(known) && known.isHidden,
      see: fetch,
      learn: () => fetching,
    },
  },
  shows: {
    'the last good answer, the very one': [
      snapshot => answers.indexOf(dataOf(snapshot) as Answer),
      ({ data }) => answers.indexOf(data as Answer),
    ],
    'when that came': [updatedAtOf, known => known.updatedAt],
    'whether the last read failed': [
      snapshot => failureIn(snapshot) !== null,
      ({ hasFailed }) => hasFailed,
    ],
    'that nothing came yet': [isLoading, ({ data, hasFailed }) => data === undefined && !hasFailed],
    'that there is nothing, since the read failed': [
      isFailed,
      ({ data, hasFailed }) => data === undefined && hasFailed,
    ],
  },
  always: { 'One read at a time is under way.': oneAtATime(['fetch']) },
})
