import type { submissionMachine } from '../../../src/machines/submission/machine.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

export const submissionActions: FormActions<typeof submissionMachine> = {
  page: { name: 'challenge', categorySlug: 'web', challengeSlug: 'cookies' },
  controls: controls.submission,
  byUser: {
    'flag.typed': (user, { draft }) => user.type('Flag', draft),
    'flag.submit': user => user.press('Submit'),
    'score.changed': 'from app',
    'draft.loaded': 'from app',
  },
}

export const submissionStates: Expectations<typeof submissionMachine> = {
  'open.idle': ['Submit', '!correct', '!wrong', '!before'],
  'open.accepted': ['Submit', 'The flag is correct!'],
  'open.rejected': ['Submit', 'This flag is wrong.'],
  'open.resubmitted': ['Submit', 'This flag was already submitted.'],
  'open.wait': ['Wait ', 'Too many attempts.'],
  'open.failed': ['Submit', 'Something went wrong on the server'],
  submitting: ['!correct', '!wrong', '!before'],
}
