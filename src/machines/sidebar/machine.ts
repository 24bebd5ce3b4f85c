import { type ActorRefFrom, assign, setup } from 'xstate'
import { unprovidedPromise } from '../unprovided.ts'
import type { SidebarEvent } from './events.ts'

/** How to list the challenges. The browser keeps it. */
export interface SidebarPreferences {
  /** A part of the names to show; empty shows all. */
  readonly filter: string
  readonly hidesSolved: boolean
}

const defaults: SidebarPreferences = { filter: '', hidesSolved: false }

export const sidebarMachine = setup({
  types: { context: {} as SidebarPreferences, events: {} as SidebarEvent },
  actors: {
    /** Null: nothing was stored. */
    restorePreferences: unprovidedPromise<SidebarPreferences | null>('restorePreferences'),
    storePreferences: unprovidedPromise<void, SidebarPreferences>('storePreferences'),
  },
}).createMachine({
  id: 'sidebar',
  context: defaults,
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
  },
  states: {
    restoring: {
      invoke: {
        src: 'restorePreferences',
        onDone: { target: 'resting', actions: assign(({ event }) => event.output ?? defaults) },
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

export type SidebarRef = ActorRefFrom<typeof sidebarMachine>
