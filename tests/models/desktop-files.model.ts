import type { HomeListing } from '../../src/api/contract.ts'
import { desktopFilesMachine } from '../../src/machines/desktop-files/machine.ts'
import { desktopTransferMachine } from '../../src/machines/desktop-transfer/machine.ts'
import { desktopFilesBehaviour } from './behaviours/desktop/desktop-files.ts'
import { defineModel } from './harness.ts'

const listing: HomeListing = {
  entries: [{ name: 'work', kind: 'folder', bytes: null }],
  isCut: false,
  used: 1,
  limit: 10,
  maxFileSize: 5,
}
const file = new File(['x'], 'capture.pcap')
const source = { kind: 'upload', file } as const
const at = (value: 'waiting' | 'moving' | 'failed') =>
  desktopTransferMachine.resolveState({
    value,
    context: {
      id: 'one',
      name: file.name,
      size: 1,
      source,
      parent: undefined as never,
      moved: 0,
      parts: [],
      tag: null,
      attempts: 0,
      failure: null,
    },
  })

export const desktopFilesModel = defineModel<typeof desktopFilesMachine>({
  machine: desktopFilesMachine,
  inputs: [
    () => {
      let last = 0
      return { newId: () => `transfer ${++last}` }
    },
  ],
  events: {
    'files.opened': [{ type: 'files.opened' }],
    'files.closed': [{ type: 'files.closed' }],
    'files.refresh': [{ type: 'files.refresh' }],
    'folder.enter': [{ type: 'folder.enter', name: 'work' }],
    'folder.leave': [{ type: 'folder.leave' }],
    'file.fetch': [{ type: 'file.fetch', name: 'flag.txt', size: 10 }],
    'files.dragged': [{ type: 'files.dragged' }],
    'files.dragLeft': [{ type: 'files.dragLeft' }],
    'files.given': [{ type: 'files.given', files: [file, file, file] }],
    'transfer.queued': [
      { type: 'transfer.queued', id: 'transfer 1' },
      { type: 'transfer.queued', id: 'transfer 2' },
      { type: 'transfer.queued', id: 'transfer 3' },
      { type: 'transfer.queued', id: 'transfer 4' },
    ],
    'transfer.settled': [
      { type: 'transfer.settled', id: 'transfer 1' },
      { type: 'transfer.settled', id: 'transfer 2' },
    ],
    'transfer.closed': [
      { type: 'transfer.closed', id: 'transfer 1' },
      { type: 'transfer.closed', id: 'transfer 2' },
    ],
  },
  actors: {
    listFolder: {
      done: [
        { ok: true, data: listing },
        { ok: false, failure: 'notFound' },
      ],
    },
    transfer: { snapshots: [at('waiting'), at('moving'), at('failed')], isMany: true },
  },
  key: ({ context }) => [context.path.length > 0],
  walkKey: ({ context: { path, queue, moving, transfers } }) => [
    path.length > 0,
    moving.length,
    Math.min(queue.length, 2),
    Math.min(transfers.length, 1),
  ],
  behaviour: desktopFilesBehaviour,
})
