import type { HomeListing } from '../../../../src/api/contract.ts'
import type { ListFailure } from '../../../../src/machines/desktop-files/events.ts'
import type { desktopFilesMachine } from '../../../../src/machines/desktop-files/machine.ts'
import {
  folderPathOf,
  isDraggedOver,
  isReading,
  leftOutOf,
  listFailureOf,
  listingOf,
  transfersOf,
} from '../../../../src/machines/desktop-files/selectors.ts'
import { behaviourOf, oneAtATime } from '../../harness/behaviour.ts'
import { asks, drops, ends, type Sight, starts, tells } from '../../harness/sights.ts'

const begins = {
  isOver: false,
  home: 'closed' as 'closed' | 'reading' | 'shown' | 'failed',
  path: [] as readonly string[],
  listing: null as HomeListing | null,
  failure: null as ListFailure | null,
  /** Ids of the transfers: on the list, in the queue, and at work. */
  list: [] as readonly string[],
  queue: [] as readonly string[],
  moving: [] as readonly string[],
  /** How many ids were given out. */
  given: 0,
  leftOut: 0,
}
type Known = typeof begins

const MAX_AT_ONCE = 2
const MAX_FILES = 100

const isOpen = ({ home }: Known) => home !== 'closed'
const without = (ids: readonly string[], id: string) => ids.filter(one => one !== id)

/** Starts a read, which replaces the one in flight. */
const reads = (known: Known, path = known.path): Sight[] => [
  ...(known.home === 'reading' ? [drops('listFolder')] : []),
  asks('listFolder', path.join('/')),
]

/** Which transfers move next with this queue. If two begin at once, the older one gets its message first. */
function turns(list: readonly string[], queue: readonly string[], moving: readonly string[]) {
  const next = queue.slice(0, Math.max(0, MAX_AT_ONCE - moving.length))
  return {
    see: list.filter(id => next.includes(id)).map((id): Sight => tells(id, 'transfer.start')),
    learn: { queue: queue.slice(next.length), moving: [...moving, ...next] },
  }
}
const afterTurn = ({ list, queue, moving }: Known, id: string) =>
  turns(list, without(queue, id), without(moving, id))
const queued = ({ list, queue, moving }: Known, id: string) =>
  turns(list, list.includes(id) ? [...without(queue, id), id] : queue, moving)

const newId = (number: number) => `transfer ${number}`

export const desktopFilesBehaviour = behaviourOf<typeof desktopFilesMachine, Known>({
  begins,
  sentences: {
    'Files that are given are put on the list, and wait.': {
      on: 'files.given',
      see: ({ given }, { files }) =>
        files.map((file, index) => {
          const id = newId(given + index + 1)
          const { name, size } = file
          return starts(id, { id, name, size, source: { kind: 'upload', file } })
        }),
      learn: ({ given, list }, { files }) => ({
        isOver: false,
        given: given + files.length,
        leftOut: Math.max(0, files.length - MAX_FILES),
        list: [...list, ...files.map((_, index) => newId(given + index + 1))],
      }),
    },
    'A file of the folder that is shown is fetched from there.': {
      on: 'file.fetch',
      see: ({ given, path }, { name, size }) => {
        const id = newId(given + 1)
        const source = { kind: 'download', path: [...path, name].join('/') }
        return [starts(id, { id, name, size, source })]
      },
      learn: ({ given, list }) => ({ given: given + 1, list: [...list, newId(given + 1)] }),
    },
    'Two move at once, in the order in which they wait.': {
      on: 'transfer.queued',
      see: (known, { id }) => queued(known, id).see,
      learn: (known, { id }) => queued(known, id).learn,
    },
    'What is over gives its turn to the next.': {
      on: 'transfer.settled',
      see: (known, { id }) => afterTurn(known, id).see,
      learn: (known, { id }) => afterTurn(known, id).learn,
    },
    'The folder is read again then, since a file may have arrived; also during a read.': {
      on: 'transfer.settled',
      if: ({ home }) => home === 'shown' || home === 'reading',
      see: known => reads(known),
      learn: () => ({ home: 'reading' }),
    },
    'What is closed is off the list.': {
      on: 'transfer.closed',
      see: ({ list }, { id }) => (list.includes(id) ? [ends(id)] : []),
      learn: ({ list }, { id }) => ({ list: without(list, id) }),
    },
    'It gives its turn to the next, too.': {
      on: 'transfer.closed',
      see: (known, { id }) => afterTurn(known, id).see,
      learn: (known, { id }) => afterTurn(known, id).learn,
    },
    'Who opens the files sees the folder of before, read again.': {
      on: 'files.opened',
      if: known => !isOpen(known),
      see: known => reads(known),
      learn: () => ({ home: 'reading' }),
    },
    'Nothing is read while they are closed.': {
      on: 'files.closed',
      if: isOpen,
      see: ({ home }) => (home === 'reading' ? [drops('listFolder')] : []),
      learn: () => ({ home: 'closed' }),
    },
    'A folder is entered.': {
      on: 'folder.enter',
      if: isOpen,
      see: (known, { name }) => reads(known, [...known.path, name]),
      learn: ({ path }, { name }) => ({ home: 'reading', listing: null, path: [...path, name] }),
    },
    'A folder is left, but not the home.': {
      on: 'folder.leave',
      if: known => isOpen(known) && known.path.length > 0,
      see: known => reads(known, known.path.slice(0, -1)),
      learn: ({ path }) => ({ home: 'reading', listing: null, path: path.slice(0, -1) }),
    },
    'A refresh reads the folder.': {
      on: 'files.refresh',
      if: isOpen,
      see: known => reads(known),
      learn: () => ({ home: 'reading' }),
    },
    'The answer is shown.': {
      on: 'listFolder answers',
      learn: (_, answer) =>
        answer.ok
          ? { home: 'shown', listing: answer.data, failure: null }
          : { home: 'failed', listing: null, failure: answer.failure },
    },
    'A read that fails says so.': {
      on: 'listFolder fails',
      learn: () => ({ home: 'failed', listing: null, failure: 'lost' }),
    },
    'It shows that files are held over the page.': {
      on: 'files.dragged',
      learn: () => ({ isOver: true }),
    },
    'And that they are gone.': { on: 'files.dragLeft', learn: () => ({ isOver: false }) },
  },
  shows: {
    'that files are held over it': [isDraggedOver, known => known.isOver],
    'that it reads': [isReading, ({ home }) => home === 'reading'],
    'the files': [listingOf, known => known.listing],
    'why they cannot be read': [
      listFailureOf,
      ({ home, failure }) => (home === 'failed' ? failure : null),
    ],
    'how many of the files given last are too many': [leftOutOf, ({ leftOut }) => leftOut],
    'which folder it is': [folderPathOf, ({ path }) => path],
    'the transfers': [snapshot => transfersOf(snapshot).map(({ id }) => id), ({ list }) => list],
  },
  offers: { 'folder.leave': known => isOpen(known) && known.path.length > 0 },
  always: { 'One read at a time is under way.': oneAtATime(['listFolder']) },
})
