import type { TransferFailure } from '../../../../src/machines/desktop-transfer/events.ts'
import type { desktopTransferMachine } from '../../../../src/machines/desktop-transfer/machine.ts'
import {
  kindOf,
  movedOf,
  nameOf,
  sizeOf,
  statusOf,
  type TransferStatus,
  transferFailure,
} from '../../../../src/machines/desktop-transfer/selectors.ts'
import { behaviourOf } from '../../harness/behaviour.ts'
import { acts, ends, type Sight, starts, tells } from '../../harness/sights.ts'

const begins = {
  status: 'waiting' as TransferStatus,
  name: 'capture.pcap',
  size: 100,
  moved: 0,
  parts: [] as readonly Blob[],
  tag: null as string | null,
  /** Cuts in a row, since bytes have moved. */
  cuts: 0,
  failure: null as TransferFailure | null,
  againAt: null as number | null,
}
type Known = typeof begins

const id = 'one'
const MAX_CUTS = 12
const is =
  (...any: readonly TransferStatus[]) =>
  ({ status }: Known) =>
    any.includes(status)
const says = (type: string) => tells('parent', { type: `transfer.${type}`, id })

const move = ({ name, size, moved, parts, tag }: Known): Sight =>
  starts('moveContent', { id, name, size, moved, parts, tag })
const moving = { status: 'moving', againAt: null } as const
/** What stops with the state. */
const stops = ({ status }: Known): Sight[] =>
  status === 'moving' ? [ends('moveContent')] : status === 'interrupted' ? [ends('network')] : []

export const desktopTransferBehaviour = behaviourOf<typeof desktopTransferMachine, Known>({
  begins,
  sentences: {
    'It says that it waits for its turn.': { on: 'it begins', see: () => [says('queued')] },
    'In its turn it moves.': {
      on: 'transfer.start',
      if: is('waiting'),
      see: known => [move(known)],
      learn: () => moving,
    },
    'Another version of the file begins again.': {
      on: 'content.began',
      learn: (_, { size, tag }) => ({ size, tag, moved: 0, parts: [] }),
    },
    'What has moved is kept, and bytes end the count of cuts.': {
      on: 'content.moved',
      learn: ({ parts }, { bytes, part }) => ({
        moved: bytes,
        parts: part ? [...parts, part] : parts,
        cuts: 0,
      }),
    },
    'A file that is whole has its name of now, and its turn is free.': {
      on: 'content.completed',
      see: known => [...stops(known), says('settled')],
      learn: (_, { name }) => ({ status: 'completed', name, parts: [] }),
    },
    'A refusal says why, and its turn is free.': {
      on: 'content.refused',
      see: known => [...stops(known), says('settled')],
      learn: (_, { failure }) => ({ status: 'failed', failure }),
    },
    'After a cut it waits: half a second, twice as long with each, at most 10 s.': {
      on: 'content.cut',
      if: ({ cuts }) => cuts + 1 < MAX_CUTS,
      see: known => [...stops(known), starts('network')],
      learn: ({ cuts }, _, now) => ({
        status: 'interrupted',
        cuts: cuts + 1,
        againAt: now + Math.min(10_000, 500 * 2 ** cuts),
      }),
    },
    'After twelve cuts without a byte it gives up.': {
      on: 'content.cut',
      if: ({ cuts }) => cuts + 1 >= MAX_CUTS,
      see: known => [...stops(known), says('settled')],
      learn: ({ cuts }) => ({ status: 'failed', failure: 'lost', cuts: cuts + 1 }),
    },
    'Then it goes on where the cut has ended it.': {
      on: 'time',
      due: ({ againAt }) => againAt,
      see: known => [...stops(known), move(known)],
      learn: () => moving,
    },
    'So it does as soon as the network is back.': {
      on: 'network.returned',
      see: known => [...stops(known), move(known)],
      learn: () => moving,
    },
    'What failed is tried again in its turn.': {
      on: 'transfer.retry',
      if: is('failed'),
      see: () => [says('queued')],
      learn: () => ({ status: 'waiting', failure: null, cuts: 0 }),
    },
    'Who closes it has it off the list; of what is not whole, nothing stays.': {
      on: 'transfer.close',
      see: known => [
        ...(is('moving', 'interrupted', 'failed')(known) ? [acts('takeBack')] : []),
        ...stops(known),
        says('closed'),
      ],
      learn: () => ({ status: 'closed', againAt: null }),
    },
  },
  shows: {
    'its state': [statusOf, ({ status }) => status],
    'its name': [nameOf, ({ name }) => name],
    'which way it goes': [kindOf, () => 'download'],
    'why it failed': [transferFailure, ({ failure }) => failure],
    'its size': [sizeOf, ({ size }) => size],
    'what has moved': [movedOf, ({ moved }) => moved],
  },
  offers: { 'transfer.retry': is('failed') },
})
