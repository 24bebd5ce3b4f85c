import type { hintsMachine } from '../../../src/machines/hints/machine.ts'
import { fromApp } from '../../properties/control.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

export const hintsActions: FormActions<typeof hintsMachine> = {
  page: { name: 'challenge', categorySlug: 'web', challengeSlug: 'cookies' },
  controls: controls.hints,
  byUser: {
    ...fromApp('detail.read', 'facts.changed', 'page.left'),
    'hint.requested': (user, { hintId }) => user.unfold(hintId === 'h1' ? 'Hint 1' : 'Hint 2'),
    'hint.confirmed': user => user.confirm('Take it for 50 points'),
    'hint.cancelled': user => user.confirm('Not now'),
  },
}

const question = ['The points come off your team’s score at once.']

export const hintsStates: Expectations<typeof hintsMachine> = {
  idle: ['Hint 1', '!The points come off'],
  'asking.open': [...question, '[Not now]', '!ended', '!did not work'],
  'asking.tooLate': [...question, 'Hints can no longer be taken.', 'points...]'],
  'asking.paused': [...question, 'Take the hint when it continues.', 'points...]'],
  'asking.failed': [...question, 'That did not work.'],
  taking: [...question, '[Not now...]'],
  // Over as soon as the challenge is read again.
  'settling.asked': ['Hint 1'],
  'settling.overdue': ['Hint 1'],
}
