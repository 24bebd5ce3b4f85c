import { type ActorRefFrom, assign, type SnapshotFrom, setup, stateIn } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import type { AccountRef } from '../../domain/account.ts'
import { type Failure, failureOf } from '../../domain/answer.ts'
import { type ClockRef, serverNow } from '../clock/machine.ts'
import { BUSY_INTERVAL, LIVE_INTERVAL, POLL_INTERVAL } from '../constants.ts'
import { hasStream } from '../live/selectors.ts'
import type { PageVisibility } from '../page-visibility.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { ResourceEvent } from './events.ts'
import { share } from './share.ts'

/** Identifies what a link shows. */
export interface LinkRef {
  readonly token: string
}

/** What a resource is read of. */
export type ResourceSubject = ChallengeRef | AccountRef | LinkRef

export interface ResourceInput {
  readonly clock: ClockRef
  /** Milliseconds between polls. Infinite: fetched only on request, and after a failure. */
  readonly interval: number
  /** False: sleeps until it is activated. */
  readonly startsActive: boolean
  /** A number from 0 to 1; spreads the polls of many participants. */
  readonly random: () => number
  /** Only if each challenge, account or link has its own. */
  readonly subject?: ResourceSubject
}

export interface ResourceContext<T> extends ResourceInput {
  /** The last good answer; kept through failures. */
  readonly data: T | undefined
  /** Server time of the last good answer, in milliseconds since the epoch. */
  readonly updatedAt: number | null
  readonly failure: Failure | null
}

/** When a failed fetch is repeated that has no interval or no data yet, in milliseconds. */
const FAILURE_DELAY = 10_000

interface ResourceKind<T> {
  /** It changes soon, and is polled more often. */
  readonly isMoving?: (data: T) => boolean
  /** The live stream announces its changes. While the stream is connected, it is polled once a minute. Default: yes. */
  readonly isAnnounced?: (data: T) => boolean
}

/** Polled data of one kind. It polls only while it is active and the page is visible. */
export function createResource<T>(id: string, kind: ResourceKind<T> = {}) {
  const resourceSetup = setup({
    types: {
      context: {} as ResourceContext<T>,
      events: {} as ResourceEvent | PageVisibility,
      input: {} as ResourceInput,
      tags: {} as 'fetching',
    },
    actors: {
      fetch: unprovidedPromise<T, ResourceSubject | undefined>(`${id}.fetch`),
      visibility: unprovidedCallback<PageVisibility>('visibility'),
    },
    guards: {
      startsActive: ({ context }) => context.startsActive,
      isPolled: ({ context }) => Number.isFinite(context.interval),
      isAskedAgain: stateIn('#again'),
    },
    delays: {
      // ±10 %, so that participants who come at the same time do not keep polling at the same time.
      interval: ({ context, self }) =>
        intervalOf(context, kind, hasStream(self.system)) * (0.9 + 0.2 * context.random()),
    },
  })

  /** Between two fetches; a failed one is always repeated. */
  const waiting = (isRepeated: { readonly guard?: 'isPolled' }) =>
    resourceSetup.createStateConfig({
      initial: 'visible',
      invoke: { src: 'visibility' },
      on: { 'resource.refresh': 'fetching' },
      states: {
        visible: {
          on: { 'page.hidden': 'hidden', 'resource.stale': '#fetching' },
          after: { interval: { ...isRepeated, target: '#fetching' } },
        },
        hidden: { on: { 'page.shown': '#fetching' } },
      },
    })

  return resourceSetup.createMachine({
    id,
    context: ({ input }) => ({ ...input, data: undefined, updatedAt: null, failure: null }),
    initial: 'deciding',
    states: {
      deciding: { always: [{ guard: 'startsActive', target: 'active' }, { target: 'dormant' }] },
      dormant: { on: { 'resource.activate': 'active' } },
      active: {
        initial: 'fetching',
        on: { 'resource.deactivate': 'dormant' },
        states: {
          fetching: {
            id: 'fetching',
            tags: 'fetching',
            initial: 'once',
            invoke: {
              src: 'fetch',
              input: ({ context }) => context.subject,
              onDone: [
                {
                  guard: 'isAskedAgain',
                  target: 'fetching',
                  reenter: true,
                  actions: assign(({ context, event }) => kept(context, event.output)),
                },
                {
                  target: 'ready',
                  actions: assign(({ context, event }) => kept(context, event.output)),
                },
              ],
              onError: [
                {
                  guard: 'isAskedAgain',
                  target: 'fetching',
                  reenter: true,
                  actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                },
                {
                  target: 'failed',
                  actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                },
              ],
            },
            states: {
              once: { on: { 'resource.refresh': 'again', 'resource.stale': 'again' } },
              again: { id: 'again' },
            },
          },
          ready: waiting({ guard: 'isPolled' }),
          failed: waiting({}),
        },
      },
    },
  })
}

/** While the live stream announces changes, polls are rarer: then they only find what a lost message left out. */
function intervalOf<T>(
  { data, failure, interval }: ResourceContext<T>,
  { isMoving, isAnnounced }: ResourceKind<T>,
  hasStream: boolean,
) {
  const own = data !== undefined && Number.isFinite(interval) ? interval : FAILURE_DELAY
  const isMovingNow = data !== undefined && isMoving?.(data) === true
  const isAnnouncedByStream =
    hasStream && failure === null && data !== undefined && isAnnounced?.(data) !== false
  if (isAnnouncedByStream) return isMovingNow ? POLL_INTERVAL : Math.max(own, LIVE_INTERVAL)
  return isMovingNow ? BUSY_INTERVAL : own
}

function kept<T>(context: ResourceContext<T>, answer: T) {
  return {
    data: share(context.data, answer),
    updatedAt: serverNow(context.clock),
    failure: null,
  }
}

export type ResourceMachine<T> = ReturnType<typeof createResource<T>>
export type ResourceRef<T> = ActorRefFrom<ResourceMachine<T>>
export type ResourceSnapshot<T> = SnapshotFrom<ResourceMachine<T>>
