import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { localeMachine } from './machine.ts'

export const localeStates: StatesOf<typeof localeMachine> = {
  '(root)': 'The language of the app.',
  activating: 'Its texts are being loaded.',
  active: 'Its texts are shown.',
  failed: 'They could not be loaded. It is tried again.',
}
