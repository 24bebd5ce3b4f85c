import type { invitationMachine } from '../../../src/machines/invitation/machine.ts'
import { fromApp } from '../../properties/control.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

export const invitationActions: FormActions<typeof invitationMachine> = {
  page: { name: 'join' },
  controls: controls.invitation,
  byUser: {
    ...fromApp('invitation.opened', 'facts.changed'),
    'invitation.accept': user => user.press('Join team'),
    'invitation.decline': user => user.follow('No, thanks'),
  },
}

const question = ['Join the team?', 'You see its name once you are in it.']
const joining = [...question, 'Joining…', '!No, thanks']

export const invitationStates: Expectations<typeof invitationMachine> = {
  deciding: 'left at once',
  none: ['This link is incomplete.'],
  unknown: ['!Join the team?', '!This link'],
  noTeams: ['This event has no teams.'],
  inTeam: ['You are already in the team'],
  over: ['The event is over.'],
  'asking.idle': [...question, '[Join team]', 'No, thanks', '!Too many', '!already full'],
  'asking.refused': [...question, '[Join team]', 'No, thanks', '!Too many'],
  'asking.wait': [...question, 'Too many attempts.', 'No, thanks', '![Join team]'],
  joining,
  'settling.asked': joining,
  'settling.overdue': joining,
  joined: ['You are in the team'],
}
