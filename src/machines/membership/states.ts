import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { membershipMachine } from './machine.ts'

export const membershipStates: StatesOf<typeof membershipMachine> = {
  '(root)': 'Leaving the team, after a question.',
  idle: 'Nobody has asked to leave.',
  asking: 'The question is shown.',
  'asking.open': 'The question waits for an answer.',
  'asking.tooLate': 'The event has started since, so nobody can leave any more.',
  'asking.failed': 'The request failed. The question says why and can be confirmed again.',
  leaving: 'The request is under way. It goes on if the page is left.',
  settling: 'The user has left. The question closes once the team was read again.',
  'settling.asked': 'The app was asked to read it.',
  'settling.overdue': 'That read takes a long time, so the data is asked for once more.',
}
