import { localeMachine } from '../../src/machines/locale/machine.ts'
import { localeBehaviour } from './behaviours/shell/locale.ts'
import { defineModel } from './harness.ts'

export const localeModel = defineModel<typeof localeMachine>({
  machine: localeMachine,
  inputs: [
    () => ({ stored: null, browser: ['de-AT'] }),
    () => ({ stored: 'en', browser: ['de'] }),
    () => ({ stored: 'xx', browser: ['la'] }),
  ],
  events: {
    'locale.changed': [
      { type: 'locale.changed', locale: 'en' },
      { type: 'locale.changed', locale: 'de' },
    ],
  },
  actors: { activate: { done: [undefined] } },
  key: ({ context }) => context.locale,
  behaviour: localeBehaviour,
})
