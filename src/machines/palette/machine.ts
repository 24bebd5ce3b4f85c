import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import type { Path } from '../../domain/path.ts'
import type { ParentRef } from '../app/events.ts'
import type { networkMachine } from '../network/machine.ts'
import { isOffline } from '../network/selectors.ts'
import { unprovidedCallback } from '../unprovided.ts'
import type { PaletteEvent, ShortcutPressed } from './events.ts'

export interface PaletteInput {
  readonly parent: ParentRef
  /** While offline, a dialog is over everything, and the palette does not open. */
  readonly network: Pick<ActorRefFrom<typeof networkMachine>, 'getSnapshot'>
}

export interface PaletteContext {
  readonly input: PaletteInput
  readonly query: string
  /** Where the marked entry leads; null: the first one is marked. */
  readonly marked: Path | null
}

/** The palette, which jumps to any page or challenge. */
export const paletteMachine = setup({
  types: {
    context: {} as PaletteContext,
    events: {} as PaletteEvent | ShortcutPressed,
    input: {} as PaletteInput,
  },
  actors: { shortcut: unprovidedCallback<ShortcutPressed>('shortcut') },
  actions: {
    empty: assign({ query: '', marked: null }),
    notifyParent: sendTo(
      ({ context }) => context.input.parent,
      (_, path: Path) => ({ type: 'page.chosen' as const, path }),
    ),
  },
  guards: {
    isOnline: ({ context }) => !isOffline(context.input.network.getSnapshot()),
  },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({ input, query: '', marked: null }),
  invoke: { src: 'shortcut' },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'palette.open': { guard: 'isOnline', target: 'open' },
        'shortcut.pressed': { guard: 'isOnline', target: 'open' },
      },
    },
    open: {
      entry: 'empty',
      on: {
        'palette.typed': {
          actions: assign({ query: ({ event }) => event.query, marked: null }),
        },
        'palette.moved': { actions: assign({ marked: ({ event }) => event.to }) },
        'palette.chosen': {
          target: 'closed',
          actions: { type: 'notifyParent', params: ({ event }) => event.path },
        },
        'palette.close': 'closed',
        'shortcut.pressed': { guard: 'isOnline', target: 'closed' },
      },
    },
  },
})
