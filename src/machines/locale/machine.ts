import { assign, setup } from 'xstate'
import type { Language } from '../../domain/languages.ts'
import { RETRY_DELAY } from '../constants.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { LocaleEvent } from './events.ts'
import { firstLocale, type LocaleContext, type LocaleInput } from './first.ts'

/** The language of the interface. */
export const localeMachine = setup({
  types: {
    context: {} as LocaleContext,
    events: {} as LocaleEvent,
    input: {} as LocaleInput,
  },
  actors: {
    activate: unprovidedPromise<void, { locale: Language; isChosen: boolean }>('activate'),
  },
  guards: { isOther: ({ context, event }) => event.locale !== context.locale },
  actions: {
    choose: assign(({ event }) => ({ locale: event.locale, isChosen: true })),
  },
  delays: { retryDelay: RETRY_DELAY },
}).createMachine({
  id: 'locale',
  context: ({ input }) => firstLocale(input),
  initial: 'activating',
  on: {
    'locale.changed': {
      guard: 'isOther',
      target: '.activating',
      actions: 'choose',
    },
  },
  states: {
    activating: {
      invoke: {
        src: 'activate',
        input: ({ context }) => ({ locale: context.locale, isChosen: context.isChosen }),
        onDone: 'active',
        onError: 'failed',
      },
    },
    active: {},
    failed: { after: { retryDelay: 'activating' } },
  },
})
