import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate'
import type { HomeListing } from '../../api/contract.ts'
import { isOk, lost } from '../desktop-answer.ts'
import type { TransferReport } from '../desktop-transfer/events.ts'
import { type DesktopTransferRef, desktopTransferMachine } from '../desktop-transfer/machine.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { DesktopFilesEvent, ListAnswer, ListFailure } from './events.ts'

export interface DesktopFilesInput {
  /** A new name, for one upload. */
  readonly newId: () => string
}

export interface DesktopFilesContext extends DesktopFilesInput {
  /** The folder that is shown, from the home on. */
  readonly path: readonly string[]
  readonly listing: HomeListing | null
  readonly failure: ListFailure | null
  /** On the list, the oldest first. */
  readonly transfers: readonly DesktopTransferRef[]
  /** The ids of transfers that wait for their turn, and of those whose turn it is. */
  readonly queue: readonly string[]
  readonly moving: readonly string[]
  /** How many of the files that were given last are not taken. */
  readonly leftOut: number
}

/** Transfers at once. More would take the connections that the page's other requests need. */
const MAX_AT_ONCE = 2
/** The most files that are taken at once. */
export const MAX_FILES = 100

const without = (ids: readonly string[], id: string) => ids.filter(other => other !== id)

type Settled = Extract<TransferReport, { type: 'transfer.settled' }>

/** An upload may have arrived. A read that is under way may have missed it. */
const readAgain = {
  target: 'reading',
  reenter: true,
  actions: [
    { type: 'endTurn', params: ({ event }: { event: Settled }) => event.id },
    { type: 'startNext' },
  ],
} as const

/** The files of the desktop's home, and those on their way to it or from it. */
export const desktopFilesMachine = setup({
  types: {
    context: {} as DesktopFilesContext,
    events: {} as DesktopFilesEvent | TransferReport,
    input: {} as DesktopFilesInput,
  },
  actors: {
    transfer: desktopTransferMachine,
    /** What is in a folder of the home. */
    listFolder: unprovidedPromise<ListAnswer, string>('listFolder'),
  },
  actions: {
    enterFolder: assign({
      path: ({ context }, name: string) => [...context.path, name],
      listing: null,
    }),
    leaveFolder: assign({ path: ({ context }) => context.path.slice(0, -1), listing: null }),
    keepAnswer: assign((_, answer: ListAnswer) =>
      answer.ok
        ? { listing: answer.data, failure: null }
        : { listing: null, failure: answer.failure },
    ),
    addUploads: assign({
      transfers: ({ context, spawn, self }, files: readonly File[]) => [
        ...context.transfers,
        ...files.slice(0, MAX_FILES).map(file => {
          const id = context.newId()
          const { name, size } = file
          const source = { kind: 'upload', file } as const
          return spawn('transfer', { id, input: { id, name, size, source, parent: self } })
        }),
      ],
      leftOut: (_, files) => Math.max(0, files.length - MAX_FILES),
    }),
    addDownload: assign({
      transfers: ({ context, spawn, self }, { name, size }: { name: string; size: number }) => {
        const id = context.newId()
        const source = { kind: 'download', path: [...context.path, name].join('/') } as const
        const input = { id, name, size, source, parent: self }
        return [...context.transfers, spawn('transfer', { id, input })]
      },
    }),
    queueTransfer: assign({
      queue: ({ context: { queue, transfers } }, id: string) =>
        transfers.some(one => one.id === id) ? [...without(queue, id), id] : queue,
    }),
    endTurn: assign({
      queue: ({ context }, id: string) => without(context.queue, id),
      moving: ({ context }, id: string) => without(context.moving, id),
    }),
    forgetTransfer: enqueueActions(({ enqueue }, id: string) => {
      enqueue.assign({
        transfers: ({ context }) => context.transfers.filter(one => one.id !== id),
      })
      enqueue.stopChild(id)
    }),
    startNext: enqueueActions(({ context: { queue, moving, transfers }, enqueue }) => {
      const next = queue.slice(0, MAX_AT_ONCE - moving.length)
      enqueue.assign({ queue: queue.slice(next.length), moving: [...moving, ...next] })
      for (const transfer of transfers) {
        if (next.includes(transfer.id)) enqueue.sendTo(transfer, { type: 'transfer.start' })
      }
    }),
  },
  guards: {
    isOk,
    isInFolder: ({ context }) => context.path.length > 0,
  },
}).createMachine({
  id: 'desktop-files',
  context: ({ input }) => ({
    ...input,
    path: [],
    listing: null,
    failure: null,
    transfers: [],
    queue: [],
    moving: [],
    leftOut: 0,
  }),
  type: 'parallel',
  on: {
    'files.given': {
      actions: { type: 'addUploads', params: ({ event }) => event.files },
    },
    'file.fetch': { actions: { type: 'addDownload', params: ({ event }) => event } },
    'transfer.queued': {
      actions: [{ type: 'queueTransfer', params: ({ event }) => event.id }, 'startNext'],
    },
    'transfer.settled': {
      actions: [{ type: 'endTurn', params: ({ event }) => event.id }, 'startNext'],
    },
    'transfer.closed': {
      actions: [
        { type: 'endTurn', params: ({ event }) => event.id },
        { type: 'forgetTransfer', params: ({ event }) => event.id },
        'startNext',
      ],
    },
  },
  states: {
    home: {
      initial: 'closed',
      on: {
        'files.closed': '.closed',
        'folder.enter': {
          target: '.reading',
          actions: { type: 'enterFolder', params: ({ event }) => event.name },
        },
        'folder.leave': { guard: 'isInFolder', target: '.reading', actions: 'leaveFolder' },
        'files.refresh': '.reading',
      },
      states: {
        closed: {
          on: {
            'files.opened': 'reading',
            'files.refresh': undefined,
            'folder.enter': undefined,
            'folder.leave': undefined,
          },
        },
        reading: {
          on: { 'transfer.settled': readAgain },
          invoke: {
            src: 'listFolder',
            input: ({ context }) => context.path.join('/'),
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => event.output },
                target: 'shown',
                actions: { type: 'keepAnswer', params: ({ event }) => event.output },
              },
              {
                target: 'failed',
                actions: { type: 'keepAnswer', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'failed', actions: { type: 'keepAnswer', params: lost } },
          },
        },
        shown: { on: { 'transfer.settled': readAgain } },
        failed: {},
      },
    },
    drag: {
      initial: 'away',
      states: {
        away: { on: { 'files.dragged': 'over' } },
        over: {
          on: {
            'files.dragLeft': 'away',
            'files.given': {
              target: 'away',
              actions: { type: 'addUploads', params: ({ event }) => event.files },
            },
          },
        },
      },
    },
  },
})

export type DesktopFilesRef = ActorRefFrom<typeof desktopFilesMachine>
