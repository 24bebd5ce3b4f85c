import { assign, not, setup } from 'xstate'
import { unprovidedPromise } from '../unprovided.ts'
import type { GuidePart, SidebarEvent } from './events.ts'

/** How sidebar and home list the challenges, and what is folded. The browser stores it. */
export interface SidebarPreferences {
  /** A part of the names to show; empty shows all. */
  readonly filter: string
  readonly hidesSolved: boolean
  /** The slugs of the categories that are folded in the sidebar. */
  readonly folded: readonly string[]
  /** What the user chose for the texts of home; a part that is absent folds by itself. */
  readonly guide: Readonly<Partial<Record<GuidePart, 'open' | 'folded'>>>
}

export const defaultPreferences: SidebarPreferences = {
  filter: '',
  hidesSolved: false,
  folded: [],
  guide: {},
}

export const isFiltered = ({ filter }: Pick<SidebarPreferences, 'filter'>) => filter.trim() !== ''

/** What the user chose for the lists of challenges and the texts of home, kept by the browser. */
export const sidebarMachine = setup({
  types: { context: {} as SidebarPreferences, events: {} as SidebarEvent },
  actors: {
    /** Null: nothing was stored. */
    restorePreferences: unprovidedPromise<SidebarPreferences | null>('restorePreferences'),
    storePreferences: unprovidedPromise<void, SidebarPreferences>('storePreferences'),
  },
  guards: { isFiltered: ({ context }) => isFiltered(context) },
}).createMachine({
  id: 'sidebar',
  context: defaultPreferences,
  initial: 'restoring',
  on: {
    'sidebar.filtered': {
      target: '.storing',
      actions: assign({ filter: ({ event }) => event.filter }),
    },
    'sidebar.solvedToggled': {
      target: '.storing',
      actions: assign({ hidesSolved: ({ context }) => !context.hidesSolved }),
    },
    'sidebar.groupToggled': {
      // A filter shows what it finds in every category.
      guard: not('isFiltered'),
      target: '.storing',
      actions: assign({
        folded: ({ context: { folded }, event: { categorySlug } }) =>
          folded.includes(categorySlug)
            ? folded.filter(slug => slug !== categorySlug)
            : [...folded, categorySlug],
      }),
    },
    'guide.open': {
      target: '.storing',
      actions: assign({
        guide: ({ context, event }) => ({ ...context.guide, [event.part]: 'open' }),
      }),
    },
    'guide.fold': {
      target: '.storing',
      actions: assign({
        guide: ({ context, event }) => ({ ...context.guide, [event.part]: 'folded' }),
      }),
    },
  },
  states: {
    restoring: {
      invoke: {
        src: 'restorePreferences',
        onDone: {
          target: 'resting',
          actions: assign(({ event }) => event.output ?? defaultPreferences),
        },
        onError: 'resting',
      },
    },
    storing: {
      invoke: {
        src: 'storePreferences',
        input: ({ context }) => context,
        onDone: 'resting',
        // The browser stores nothing for this site: the choice lasts as long as the session.
        onError: 'resting',
      },
    },
    resting: {},
  },
})
