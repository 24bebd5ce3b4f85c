import { desktopTransferMachine } from '../../src/machines/desktop-transfer/machine.ts'
import { desktopTransferBehaviour } from './behaviours/desktop/desktop-transfer.ts'
import { defineModel } from './harness.ts'

export const desktopTransferModel = defineModel<typeof desktopTransferMachine>({
  machine: desktopTransferMachine,
  inputs: [
    ({ parent }) => ({
      id: 'one',
      name: 'capture.pcap',
      size: 100,
      parent,
      source: { kind: 'download', path: 'capture.pcap' },
    }),
  ],
  events: {
    'transfer.start': [{ type: 'transfer.start' }],
    'transfer.retry': [{ type: 'transfer.retry' }],
    'transfer.close': [{ type: 'transfer.close' }],
    'content.began': {
      from: 'moveContent',
      events: [{ type: 'content.began', size: 50, tag: '"a"' }],
    },
    'content.moved': {
      from: 'moveContent',
      events: [
        { type: 'content.moved', bytes: 50 },
        { type: 'content.moved', bytes: 60, part: new Blob(['x']) },
      ],
    },
    'content.completed': {
      from: 'moveContent',
      events: [{ type: 'content.completed', name: 'capture (2).pcap' }],
    },
    'content.refused': {
      from: 'moveContent',
      events: [{ type: 'content.refused', failure: 'notFound' }],
    },
    'content.cut': { from: 'moveContent', events: [{ type: 'content.cut' }] },
    'network.returned': { from: 'network', events: [{ type: 'network.returned' }] },
  },
  actors: { moveContent: 'callback', network: 'callback' },
  effects: ['takeBack'],
  key: ({ context }) => context.attempts,
  walkKey: ({ context: { attempts, parts } }) => [attempts, Math.min(parts.length, 1)],
  stories: [`transfer start${' → content cut → time passes'.repeat(11)} → content cut`],
  behaviour: desktopTransferBehaviour,
})
