import { assign, setup } from 'xstate'
import { unprovidedPromise } from '../unprovided.ts'
import type { SchemeEvent } from './events.ts'
import { type Scheme, schemeIn } from './scheme.ts'

export interface SchemeInput {
  /** What local storage has of an earlier choice. */
  readonly stored: string | null
}

/** Light or dark; `system` follows the device. */
export const schemeMachine = setup({
  types: {
    context: {} as { readonly scheme: Scheme },
    events: {} as SchemeEvent,
    input: {} as SchemeInput,
  },
  actors: { apply: unprovidedPromise<void, { scheme: Scheme }>('apply') },
}).createMachine({
  id: 'scheme',
  context: ({ input }) => ({ scheme: schemeIn(input.stored) }),
  initial: 'applying',
  on: {
    'scheme.changed': {
      target: '.applying',
      actions: assign({ scheme: ({ event }) => event.scheme }),
    },
  },
  states: {
    applying: {
      invoke: {
        src: 'apply',
        input: ({ context }) => ({ scheme: context.scheme }),
        onDone: 'resting',
        // The browser stores nothing for this site: the choice lasts as long as the page.
        onError: 'resting',
      },
    },
    resting: {},
  },
})
