import type { membershipMachine } from '../../../src/machines/membership/machine.ts'
import { fromApp } from '../../properties/control.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

export const membershipActions: FormActions<typeof membershipMachine> = {
  page: { name: 'ownTeam' },
  controls: controls.membership,
  byUser: {
    ...fromApp('page.left'),
    'leave.requested': user => user.press('Leave team'),
    'leave.confirmed': user => user.confirm('Leave team'),
    'leave.cancelled': user => user.confirm('Stay'),
  },
}

const question = ['If you leave, the team is deleted.', '[Stay]']

export const membershipStates: Expectations<typeof membershipMachine> = {
  idle: ['[Leave team]', '!If you leave'],
  'asking.open': [...question, '!no longer', '!did not work'],
  'asking.tooLate': [...question, 'You can no longer leave the team.', '[Leave team...]'],
  'asking.failed': [...question, 'That did not work.'],
  leaving: ['Leaving…', '[Stay...]'],
  'settling.asked': ['[Leave team...]', '!If you leave'],
  'settling.overdue': ['[Leave team...]', '!If you leave'],
}
