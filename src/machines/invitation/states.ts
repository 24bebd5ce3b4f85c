import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { invitationMachine } from './machine.ts'

export const invitationStates: StatesOf<typeof invitationMachine> = {
  '(root)': 'A link that joins a team: it waits for the sign-in, then asks the user.',
  deciding: 'The facts decide what the link means for this user.',
  none: 'There is no invitation.',
  unknown: 'There is an invitation, and the facts about user and event are not known yet.',
  noTeams: 'The event has no teams.',
  inTeam: 'The user is already in a team.',
  over: 'The time to join teams is over.',
  asking: 'The page asks whether the user wants to join.',
  'asking.idle': 'The question says nothing more.',
  'asking.refused': 'Joining was refused, and the question says why.',
  'asking.wait': 'Too many attempts. The server said how long to wait.',
  joining: 'The request is under way. It is never cancelled.',
  settling: 'The user has joined. The team is being read.',
  'settling.asked': 'The app was asked to read it.',
  'settling.overdue': 'That read takes a long time, so the data is asked for once more.',
  joined: 'The user is in the team.',
}
