import type { Path } from '../../../../src/domain/path.ts'
import type { paletteMachine } from '../../../../src/machines/palette/machine.ts'
import { isPaletteOpen, markedPath, queryOf } from '../../../../src/machines/palette/selectors.ts'
import { behaviourOf, each } from '../../harness/behaviour.ts'
import { starts, tells } from '../../harness/sights.ts'

const begins = { isOnline: true, isOpen: false, query: '', marked: null as Path | null }
type Known = typeof begins

const canOpen = ({ isOpen, isOnline }: Known) => !isOpen && isOnline
const opens = { isOpen: true, query: '', marked: null }
const isOpen = (known: Known) => known.isOpen

export const paletteBehaviour = behaviourOf<typeof paletteMachine, Known>({
  begins,
  sentences: {
    'The keyboard opens and closes it.': {
      on: 'it begins',
      see: () => [starts('shortcut')],
      learn: (_, input) => ({ isOnline: input === 0 }),
    },
    ...each(
      ['palette.open', 'shortcut.pressed'] as const,
      on => `It opens empty by ${on}, but not under the dialog of a lost network.`,
      () => ({ if: canOpen, learn: () => opens }),
    ),
    'The keys that open it close it.': {
      on: 'shortcut.pressed',
      if: ({ isOnline, ...known }) => known.isOpen && isOnline,
      learn: () => ({ isOpen: false }),
    },
    'What is typed marks the first entry that is found.': {
      on: 'palette.typed',
      if: isOpen,
      learn: (_, { query }) => ({ query, marked: null }),
    },
    'Another one is marked.': {
      on: 'palette.moved',
      if: isOpen,
      learn: (_, { to }) => ({ marked: to }),
    },
    'Who chooses an entry goes there.': {
      on: 'palette.chosen',
      if: isOpen,
      see: (_, { path }) => [tells('parent', { type: 'page.chosen', path })],
      learn: () => ({ isOpen: false }),
    },
    'It closes.': { on: 'palette.close', if: isOpen, learn: () => ({ isOpen: false }) },
  },
  shows: {
    'that it is open': [isPaletteOpen, isOpen],
    'what is typed': [queryOf, ({ query }) => query],
    'the mark': [markedPath, ({ marked }) => marked],
  },
  offers: { 'palette.open': canOpen, 'palette.chosen': isOpen },
})
