import { assign, setup } from 'xstate'
import { RETRY_DELAY } from '../constants.ts'
import { unprovidedPromise } from '../unprovided.ts'
import { type Locale, type LocaleEvent, locales } from './events.ts'

export interface LocaleInput {
  /** What local storage holds under 'lang'. */
  readonly stored: string | null
  /** The browser's languages, best first. */
  readonly browser: readonly string[]
}

export interface LocaleContext {
  /** The language that is wanted; shown as soon as its catalogue is there. */
  readonly locale: Locale
  /** By the user, now or earlier; only a choice is stored. */
  readonly isChosen: boolean
}

/** The language of the interface. */
export const localeMachine = setup({
  types: {
    context: {} as LocaleContext,
    events: {} as LocaleEvent,
    input: {} as LocaleInput,
  },
  actors: {
    activate: unprovidedPromise<void, { locale: Locale; isChosen: boolean }>('activate'),
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

const toLocale = (tag: string) =>
  locales.find(locale => tag.toLowerCase() === locale || tag.toLowerCase().startsWith(`${locale}-`))

function firstLocale({ stored, browser }: LocaleInput): LocaleContext {
  const chosen = locales.find(locale => locale === stored)
  if (chosen) return { locale: chosen, isChosen: true }
  const preferred = browser.map(toLocale).find(locale => locale !== undefined)
  return { locale: preferred ?? 'en', isChosen: false }
}
