import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { hintsMachine } from './machine.ts'

export const hintsStates: StatesOf<typeof hintsMachine> = {
  '(root)': 'Taking a hint, which may cost points, after a question.',
  idle: 'Nobody has asked for a hint.',
  asking: 'The question is shown.',
  'asking.open': 'The question waits for an answer.',
  'asking.tooLate': 'The event has ended since, so no hint can be taken any more.',
  'asking.paused': 'The event is paused. The question can be confirmed when it continues.',
  'asking.failed': 'The request failed. The question says why and can be confirmed again.',
  taking: 'The request is under way. It is never cancelled.',
  settling: 'The hint was taken. The question closes once its text was read.',
  'settling.asked': 'The challenge was asked to read it.',
  'settling.overdue': 'That read takes a long time, so the data is asked for once more.',
}
