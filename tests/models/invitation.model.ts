import type { InvitationParentEvent } from '../../src/machines/invitation/events.ts'
import { invitationMachine } from '../../src/machines/invitation/machine.ts'
import { changed, failed, found, neverRejects, refused } from './data.ts'
import { defineModel } from './harness.ts'
import { everyFacts, invitationOracle } from './oracles/invitation-oracle.ts'

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
      from: 'keepInvitation',
      events: [{ type: 'invitation.opened', token: 'abc' }],
    },
  },
  actors: {
    keepInvitation: 'callback',
    joinTeam: {
      error: neverRejects,
      done: [changed, found, refused('TEAM_FULL'), refused('LIMITED'), failed],
    },
  },
  key: ({ context: { facts, token, waitUntil } }, { now }) => [
    facts.isReady,
    facts.phase,
    facts.teamMode,
    facts.hasTeam,
    token,
    Math.ceil(Math.max(0, waitUntil - now()) / 30_000),
  ],
  oracle: invitationOracle,
})
