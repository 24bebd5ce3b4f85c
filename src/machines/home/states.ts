import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { homeMachine } from './machine.ts'

export const homeStates: StatesOf<typeof homeMachine> = {
  '(root)': 'The onboarding on the home page: team, score group, then play.',
  deciding: 'The facts decide which step is shown.',
  unknown: 'Facts are missing, so no step can be shown yet.',
  team: 'The user needs a team.',
  'team.open': 'The two forms, to join a team and to create one, are shown.',
  'team.open.editing': 'The user fills in the forms.',
  'team.open.editing.idle': 'Neither form says anything.',
  'team.open.editing.joinRefused': 'The form to join says why it was refused.',
  'team.open.editing.createRefused': 'The form to create says why it was refused.',
  'team.open.editing.joinWait': 'Too many attempts to join. The server said how long to wait.',
  'team.open.editing.createWait': 'Too many attempts to create. The server said how long to wait.',
  'team.open.settling':
    'The change was made. The user is read again, which leads to the next step.',
  'team.open.settling.asked': 'The app was asked to read it.',
  'team.open.settling.overdue': 'That read takes a long time, so the data is asked for once more.',
  'team.joining': 'The request to join is under way. It is never cancelled.',
  'team.creating': 'The request to create is under way. It is never cancelled.',
  upcoming: 'The event has not started. The page counts down.',
  scoreGroup: 'The account needs a score group.',
  'scoreGroup.open': 'The list of groups is shown, or on its way.',
  'scoreGroup.open.loading': 'The groups are being read.',
  'scoreGroup.open.loadingFailed': 'The groups could not be read. It is tried again.',
  'scoreGroup.open.choosing': 'The user chooses a group, with its password if it has one.',
  'scoreGroup.open.choosing.idle': 'The form says nothing.',
  'scoreGroup.open.choosing.wrongPassword':
    'The password was wrong. The field shakes for three seconds.',
  'scoreGroup.open.choosing.refused': 'The form says why the choice was refused.',
  'scoreGroup.open.choosing.wait': 'Too many attempts. The server said how long to wait.',
  'scoreGroup.open.settling':
    'The choice was made. The account is read again, which leads to the next step.',
  'scoreGroup.open.settling.asked': 'The app was asked to read it.',
  'scoreGroup.open.settling.overdue':
    'That read takes a long time, so the data is asked for once more.',
  'scoreGroup.selecting': 'The choice is under way. It is never cancelled.',
  play: 'It is play time: how-to, rules and challenges are shown.',
  over: 'The event is over.',
}
