import { invitations } from '../browser/opened-links.ts'
import { invitationMachine } from '../machines/invitation/machine.ts'
import { joinTeamBy } from './join-team.ts'
import type { Tools } from './tools.ts'

export const wireInvitation = ({ clientIn, lasting, device }: Tools) =>
  invitationMachine.provide({
    actors: {
      keepInvitation: lasting(device.invitations ?? invitations),
      joinTeam: joinTeamBy(clientIn),
    },
  })
