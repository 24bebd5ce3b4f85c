import type { homeMachine } from '../../../src/machines/home/machine.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

const forms = ['Find your team', 'Join a team', 'Create a team']
const groups = ['Choose the score group of your team']

export const homeActions: FormActions<typeof homeMachine> = {
  page: { name: 'home' },
  controls: controls.home,
  byUser: {
    'facts.changed': 'from app',
    'drafts.loaded': 'from app',
    'token.typed': (user, { token }) => user.type('Join token', token),
    'teamName.typed': (user, { teamName }) => user.type('Team name', teamName),
    'team.join': user => user.press('Join team'),
    'team.create': user => user.press('Create team'),
    'group.chosen': (user, { slug }) => user.choose(slug === 'open' ? 'Open' : 'Students'),
    'password.typed': (user, { password }) => user.type('Password of the group', password),
    'group.select': user => user.press('Confirm choice'),
    'otherGroup.dismissed': user => user.press('Close'),
    'groups.reload': user => user.press('Load again'),
  },
}

export const homeStates: Expectations<typeof homeMachine> = {
  deciding: 'left at once',
  unknown: ['Hello, ada!', '!Find your team', '!The CTF'],
  'team.open.editing.idle': forms,
  'team.open.editing.joinRefused': forms,
  'team.open.editing.createRefused': forms,
  'team.open.editing.joinWait': [...forms, 'Too many attempts.', 'Wait '],
  'team.open.editing.createWait': [...forms, 'Too many attempts.', 'Wait '],
  'team.open.settling.asked': forms,
  'team.open.settling.overdue': forms,
  'team.joining': [...forms, 'Joining…'],
  'team.creating': [...forms, 'Creating…'],
  upcoming: ['The CTF has not started yet.'],
  'scoreGroup.open.loading': groups,
  'scoreGroup.open.loadingFailed': ['The score groups could not be loaded.', 'Load again'],
  'scoreGroup.open.choosing.idle': [...groups, ' option', 'Confirm choice', '!invalid'],
  'scoreGroup.open.choosing.wrongPassword': [...groups, 'The password is invalid.'],
  'scoreGroup.open.choosing.refused': groups,
  'scoreGroup.open.choosing.wait': [...groups, 'Wait '],
  'scoreGroup.open.settling.asked': [...groups, 'Saving…'],
  'scoreGroup.open.settling.overdue': [...groups, 'Saving…'],
  'scoreGroup.selecting': [...groups, 'Saving…'],
  play: ['How to play', 'Rules'],
  over: ['The CTF has ended.'],
}
