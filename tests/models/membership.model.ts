import { membershipMachine } from '../../src/machines/membership/machine.ts'
import { membershipBehaviour } from './behaviours/membership.ts'
import { changed, failed, neverRejects, refused } from './data.ts'
import { defineModel } from './harness.ts'

export const membershipModel = defineModel<typeof membershipMachine>({
  machine: membershipMachine,
  inputs: [({ parent }) => ({ parent })],
  events: {
    'leave.requested': [
      { type: 'leave.requested', teamId: 'team', userId: 'user' },
      { type: 'leave.requested', teamId: 'other', userId: 'user' },
    ],
    'leave.confirmed': [{ type: 'leave.confirmed' }],
    'leave.cancelled': [{ type: 'leave.cancelled' }],
    'page.left': [{ type: 'page.left' }],
  },
  actors: {
    leaveTeam: {
      error: neverRejects,
      done: [changed, refused('TIME_RESTRICTED'), failed, refused('NOT_FOUND')],
    },
  },
  names: {
    'leave.requested': ['leave', 'leave another team'],
    leaveTeam: ['left', 'too late', 'leaving fails', 'not in the team'],
  },
  behaviour: membershipBehaviour,
})
