import { assign, setup } from 'xstate'
import type { Metadata } from '../../api/contract.ts'
import { type Failure, failureOf } from '../../domain/answer.ts'
import { type ClockRef, serverNowBounds } from '../clock/machine.ts'
import { LIVE_INTERVAL, MAX_DELAY, POLL_INTERVAL } from '../constants.ts'
import { hasStream } from '../live/selectors.ts'
import type { PageVisibility } from '../page-visibility.ts'
import { share } from '../resource/share.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { EventMachineEvent } from './events.ts'

export interface EventContext {
  readonly clock: ClockRef
  readonly metadata: Metadata | null
  readonly failure: Failure | null
}

const boundaries = ({ metadata }: EventContext) =>
  metadata ? [metadata.ctfStart, metadata.ctfEnd, metadata.ctfPostPlayEnd].map(Date.parse) : []

/**
 * How many of start, end and end of the post play have passed, by the server's time. It may be known only to a second.
 * The event does not start before it has certainly started there, because the server would refuse what is then read.
 */
const passed = (context: EventContext) => {
  const [earliest] = serverNowBounds(context.clock)
  return boundaries(context).filter(time => time <= earliest).length
}

/** The event's metadata, and its phase. */
export const eventMachine = setup({
  types: {
    context: {} as EventContext,
    events: {} as EventMachineEvent | PageVisibility,
    input: {} as { clock: ClockRef },
  },
  actors: {
    fetchMetadata: unprovidedPromise<Metadata>('fetchMetadata'),
    visibility: unprovidedCallback<PageVisibility>('visibility'),
  },
  guards: {
    /** The event is paused, or has ended, and only a live stream would say that organisers have changed that. */
    mayContinue: ({ context }) =>
      context.metadata?.isPaused || (passed(context) > 1 && !hasStream(context.clock.system)),
    isOver: ({ context }) => passed(context) === 3,
    isPostPlay: ({ context }) => passed(context) === 2,
    isRunning: ({ context }) => passed(context) === 1,
  },
  delays: {
    retryDelay: POLL_INTERVAL,
    interval: LIVE_INTERVAL,
    /** First until the next one may have passed: the server's time may be known better by then. */
    untilBoundary: ({ context }) => {
      const [earliest, latest] = serverNowBounds(context.clock)
      const next = boundaries(context).find(time => time > earliest) ?? Number.POSITIVE_INFINITY
      return Math.min(MAX_DELAY, next - (next > latest ? latest : earliest))
    },
  },
}).createMachine({
  id: 'event',
  context: ({ input }) => ({ clock: input.clock, metadata: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'fetchMetadata',
        onDone: {
          target: 'known',
          actions: assign({ metadata: ({ event }) => event.output, failure: null }),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    failed: { after: { retryDelay: 'loading' }, on: { 'event.retry': 'loading' } },
    known: {
      type: 'parallel',
      states: {
        phase: {
          initial: 'deciding',
          invoke: { src: 'visibility' },
          // A timer may have stopped while the page was hidden.
          on: { 'page.shown': '.deciding' },
          states: {
            deciding: {
              id: 'deciding',
              always: [
                { guard: 'isOver', target: 'over' },
                { guard: 'isPostPlay', target: 'postPlay' },
                { guard: 'isRunning', target: 'running' },
                { target: 'upcoming' },
              ],
            },
            upcoming: { after: { untilBoundary: 'deciding' } },
            running: { after: { untilBoundary: 'deciding' } },
            postPlay: { after: { untilBoundary: 'deciding' } },
            over: { after: { untilBoundary: 'deciding' } },
          },
        },
        metadata: {
          initial: 'read',
          // A read under way may be from before.
          on: { 'event.stale': '.reading' },
          states: {
            read: {
              id: 'read',
              on: { 'page.hidden': 'hidden' },
              after: {
                interval: [
                  { guard: 'mayContinue', target: 'reading' },
                  { target: 'read', reenter: true },
                ],
              },
            },
            hidden: { on: { 'page.shown': 'reading' } },
            reading: {
              invoke: {
                src: 'fetchMetadata',
                onDone: {
                  target: ['#read', '#deciding'],
                  actions: assign({
                    metadata: ({ context, event }) =>
                      share(context.metadata ?? undefined, event.output),
                  }),
                },
                // The last metadata stays.
                onError: 'failed',
              },
            },
            failed: { after: { retryDelay: 'reading' } },
          },
        },
      },
    },
  },
})
