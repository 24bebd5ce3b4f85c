import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { submissionMachine } from './machine.ts'

export const submissionStates: StatesOf<typeof submissionMachine> = {
  '(root)': 'The flag field: one flag at a time. The verdict stays until the user types again.',
  open: 'The user can type.',
  'open.idle': 'There is no verdict.',
  'open.accepted': 'The flag was right. The field is empty.',
  'open.rejected': 'The flag was wrong. It stays in the field.',
  'open.resubmitted': 'The flag was right, and had been submitted before.',
  'open.wait': 'Too many flags. The server said how long to wait.',
  'open.tooLate': 'The phase of the event allows no flags. The flag stays in the field.',
  'open.paused': 'The event is paused, so the flag was refused. It stays in the field.',
  'open.failed': 'The request failed, and the field says why. The flag stays in the field.',
  submitting: 'A flag is under way. It is never cancelled.',
}
