import { type ActorRef, type ActorRefFrom, assign, type Snapshot, sendTo, setup } from 'xstate'
import type { NetworkReturned } from '../desktop/events.ts'
import { unprovidedAction, unprovidedCallback } from '../unprovided.ts'
import type { DesktopTransferEvent, MoveEvent, TransferFailure, TransferReport } from './events.ts'

export type TransferSource =
  | { readonly kind: 'upload'; readonly file: File }
  /** `path` in the home, like `work/flag.txt`. */
  | { readonly kind: 'download'; readonly path: string }

export interface DesktopTransferInput {
  /** The platform knows an upload by it. */
  readonly id: string
  readonly name: string
  readonly size: number
  readonly source: TransferSource
  readonly parent: ActorRef<Snapshot<unknown>, TransferReport>
}

export interface DesktopTransferContext extends DesktopTransferInput {
  readonly moved: number
  /** What has been fetched, and of which version of the file. */
  readonly parts: readonly Blob[]
  readonly tag: string | null
  /** Attempts since bytes have last moved. */
  readonly attempts: number
  readonly failure: TransferFailure | null
}

export type MoveInput = Pick<
  DesktopTransferContext,
  'id' | 'name' | 'size' | 'source' | 'moved' | 'parts' | 'tag'
>

/** After so many attempts, no byte has been moved for more than a minute. */
const MAX_ATTEMPTS = 12

/** One file on its way to the desktop or from it. After a cut, it continues where it ended. */
export const desktopTransferMachine = setup({
  types: {
    context: {} as DesktopTransferContext,
    events: {} as DesktopTransferEvent,
    input: {} as DesktopTransferInput,
  },
  actors: {
    /** Sends or fetches the rest of the file. */
    moveContent: unprovidedCallback<MoveEvent, MoveInput>('moveContent'),
    network: unprovidedCallback<NetworkReturned>('network'),
  },
  actions: {
    /** Asks the platform to delete the received part of an upload, and does not wait for the answer. */
    takeBack: unprovidedAction('takeBack'),
    keepBeginning: assign({
      size: (_, began: { size: number; tag: string }) => began.size,
      tag: (_, { tag }) => tag,
      moved: 0,
      parts: [],
    }),
    keepMoved: assign({
      moved: (_, { bytes }: { bytes: number; part?: Blob | undefined }) => bytes,
      parts: ({ context: { parts } }, { part }) => (part ? [...parts, part] : parts),
      attempts: 0,
    }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    keepName: assign({ name: (_, name: string) => name, parts: [] }),
    keepFailure: assign({ failure: (_, failure: TransferFailure) => failure }),
    forgetFailure: assign({ failure: null, attempts: 0 }),
    reportWait: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'transfer.queued' as const, id: context.id }),
    ),
    reportEnd: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'transfer.settled' as const, id: context.id }),
    ),
    reportClosed: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'transfer.closed' as const, id: context.id }),
    ),
  },
  guards: {
    hasTriedEnough: ({ context }) => context.attempts >= MAX_ATTEMPTS,
  },
  delays: { retryDelay: ({ context }) => Math.min(10_000, 500 * 2 ** (context.attempts - 1)) },
}).createMachine({
  id: 'desktop-transfer',
  context: ({ input }) => ({
    ...input,
    moved: 0,
    parts: [],
    tag: null,
    attempts: 0,
    failure: null,
  }),
  initial: 'waiting',
  on: { 'transfer.close': '.closed' },
  states: {
    waiting: { entry: 'reportWait', on: { 'transfer.start': 'moving' } },
    moving: {
      invoke: { src: 'moveContent', input: ({ context }) => context },
      on: {
        'content.began': {
          actions: { type: 'keepBeginning', params: ({ event }) => event },
        },
        'content.moved': { actions: { type: 'keepMoved', params: ({ event }) => event } },
        'content.completed': {
          target: 'completed',
          actions: { type: 'keepName', params: ({ event }) => event.name },
        },
        'content.refused': {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => event.failure },
        },
        'content.cut': { target: 'interrupted', actions: 'countAttempt' },
        'transfer.close': { target: 'closed', actions: 'takeBack' },
      },
    },
    interrupted: {
      invoke: { src: 'network' },
      always: {
        guard: 'hasTriedEnough',
        target: 'failed',
        actions: { type: 'keepFailure', params: 'lost' },
      },
      after: { retryDelay: 'moving' },
      on: {
        'network.returned': 'moving',
        'transfer.close': { target: 'closed', actions: 'takeBack' },
      },
    },
    failed: {
      entry: 'reportEnd',
      on: {
        'transfer.retry': { target: 'waiting', actions: 'forgetFailure' },
        'transfer.close': { target: 'closed', actions: 'takeBack' },
      },
    },
    completed: { entry: 'reportEnd' },
    closed: { type: 'final', entry: 'reportClosed' },
  },
})

export type DesktopTransferRef = ActorRefFrom<typeof desktopTransferMachine>
