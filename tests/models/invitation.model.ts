import type { InvitationParentEvent } from '../../src/machines/invitation/events.ts'
import { invitationMachine } from '../../src/machines/invitation/machine.ts'
import { invitationBehaviour } from './behaviours/invitation.ts'
import { changed, facts, failed, found, neverRejects, refused } from './data.ts'
import { defineModel } from './harness.ts'

/** What the app may say of the user. */
const everyFacts = [
  facts({ isReady: false, hasTeam: false }),
  facts({ hasTeam: false }),
  facts(),
  facts({ teamMode: false, hasTeam: false }),
  facts({ phase: 'over', hasTeam: false }),
  facts({ isReadOnly: true, hasTeam: false }),
]

export const invitationModel = defineModel<typeof invitationMachine>({
  machine: invitationMachine,
  inputs: [({ serverClock, parent }) => ({ clock: serverClock, parent })],
  events: {
    'invitation.accept': [{ type: 'invitation.accept' }],
    'invitation.decline': [{ type: 'invitation.decline' }],
    'facts.changed': everyFacts.map(
      (facts): InvitationParentEvent => ({ type: 'facts.changed', facts }),
    ) as [InvitationParentEvent, ...InvitationParentEvent[]],
    'invitation.opened': {
      from: 'invitationStore',
      events: [
        { type: 'invitation.opened', token: 'abc' },
        { type: 'invitation.opened', token: 'xyz' },
      ],
    },
  },
  actors: {
    invitationStore: 'callback',
    joinTeam: {
      error: neverRejects,
      done: [
        changed,
        found,
        refused('TEAM_FULL'),
        refused('LIMITED'),
        failed,
        refused('TEAM_JOIN_TOKEN_INVALID'),
      ],
    },
  },
  key: ({ context: { facts, token, waitUntil } }, { now }) => [
    facts.isReady,
    facts.isReadOnly,
    facts.phase,
    facts.teamMode,
    facts.hasTeam,
    token,
    Math.ceil(Math.max(0, waitUntil - now()) / 30_000),
  ],
  names: {
    'facts.changed': [
      'nothing known',
      'no team',
      'in a team',
      'no teams',
      'event is over',
      'past event',
    ],
    'invitation.opened': ['link opened', 'other link opened'],
    joinTeam: [
      'joined',
      'was in the team',
      'team is full',
      'too many tokens',
      'joining fails',
      'link is invalid',
    ],
  },
  behaviour: invitationBehaviour,
})
