import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { reminderMachine } from './machine.ts'

export const reminderStates: StatesOf<typeof reminderMachine> = {
  '(root)': 'Warns before an environment stops, on any page.',
  watch: 'When environments stop.',
  'watch.idle': 'Nothing runs.',
  'watch.asking': 'Each running environment is asked when it stops.',
  'watch.waiting': 'That is known. A timer waits for the next read.',
  'watch.deciding': 'It checks whether it is time to ask again.',
  notifications: 'Whether the browser shows notifications.',
  'notifications.reading': 'The browser is asked what the user once chose.',
  'notifications.off': 'The user does not want notifications.',
  'notifications.allowing': 'The browser asks the user for permission.',
  'notifications.on': 'The browser shows notifications.',
  'notifications.forbidding': 'The choice against notifications is being stored.',
  'notifications.denied': 'The browser denies them. Only its settings can change that.',
  'notifications.unsupported': 'This browser has no notifications.',
}
