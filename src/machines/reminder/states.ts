import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { reminderMachine } from './machine.ts'

export const reminderStates: StatesOf<typeof reminderMachine> = {
  '(root)': 'Warns before an environment stops, on any page.',
  watch: 'When environments stop.',
  'watch.idle': 'Nothing runs.',
  'watch.asking': 'Each running environment is asked when it stops.',
  'watch.resting': 'That is known. A timer waits for the next look.',
  'watch.looking': 'It checks whether the time has come to ask again.',
  notices: 'Whether the browser shows notices.',
  'notices.reading': 'The browser is asked what the user once chose.',
  'notices.off': 'The user does not want notices.',
  'notices.allowing': 'The browser asks the user for permission.',
  'notices.on': 'The browser shows notices.',
  'notices.forbidding': 'The choice against notices is being stored.',
  'notices.denied': 'The browser denies them. Only its settings can change that.',
  'notices.unsupported': 'This browser has no notices.',
}
