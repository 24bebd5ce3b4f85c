import type { submissionMachine } from '../../../src/machines/submission/machine.ts'
import { fromApp } from '../../properties/control.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

export const submissionActions: FormActions<typeof submissionMachine> = {
  page: { name: 'challenge', categorySlug: 'web', challengeSlug: 'cookies' },
  controls: controls.submission,
  byUser: {
    ...fromApp('score.changed', 'facts.changed', 'draft.loaded'),
    'flag.typed': (user, { draft }) => user.type('Flag', draft),
    'flag.submit': user => user.press('Submit'),
  },
}

export const submissionStates: Expectations<typeof submissionMachine> = {
  'open.idle': ['Submit', '!correct', '!wrong', '!before'],
  'open.accepted': ['Submit', 'The flag is correct!'],
  'open.rejected': ['Submit', 'This flag is wrong.'],
  'open.resubmitted': ['Submit', 'This flag was already submitted.'],
  'open.wait': ['Wait ', 'Too many attempts.'],
  'open.tooLate': ['Submit', 'The event does not allow this at the moment.'],
  'open.paused': ['Submit', 'The organisers paused the event.', '!does not allow'],
  'open.failed': ['Submit', 'Something went wrong on the server'],
  submitting: ['!correct', '!wrong', '!before'],
}
