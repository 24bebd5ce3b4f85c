import { type ActorRefFrom, assign, setup } from 'xstate'
import { unprovidedPromise } from '../unprovided.ts'
import type { CopyEvent } from './events.ts'

export interface CopyContext {
  /** The button that asked last; null before the first. */
  readonly id: string | null
  readonly text: string
}

/** How long a copy button confirms (spec §9), in milliseconds. */
const CONFIRMATION = 2_000

/** The clipboard: one copy at a time, confirmed by its button. */
export const copyMachine = setup({
  types: { context: {} as CopyContext, events: {} as CopyEvent },
  actors: { writeClipboard: unprovidedPromise<void, { text: string }>('writeClipboard') },
  delays: { confirmation: CONFIRMATION },
}).createMachine({
  id: 'copy',
  context: { id: null, text: '' },
  initial: 'idle',
  on: {
    'copy.requested': {
      target: '.copying',
      actions: assign({ id: ({ event }) => event.id, text: ({ event }) => event.text }),
    },
  },
  states: {
    idle: {},
    copying: {
      invoke: {
        src: 'writeClipboard',
        input: ({ context }) => ({ text: context.text }),
        onDone: 'copied',
        onError: 'failed',
      },
    },
    copied: { entry: assign({ text: '' }), after: { confirmation: 'idle' } },
    failed: { entry: assign({ text: '' }), after: { confirmation: 'idle' } },
  },
})

export type CopyRef = ActorRefFrom<typeof copyMachine>
