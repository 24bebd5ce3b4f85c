import { invitationStore } from '../browser/opened-links.ts'
import { invitationMachine } from '../machines/invitation/machine.ts'
import { joinTeamBy } from './join-team.ts'
import type { Tools } from './tools.ts'

export const wireInvitation = ({ clientIn, callback, device }: Tools) =>
  invitationMachine.provide({
    actors: {
      invitationStore: callback(device.invitationStore ?? invitationStore),
      joinTeam: joinTeamBy(clientIn),
    },
  })
