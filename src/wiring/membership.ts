import { leaveRefusals, leaveRules } from '../machines/membership/changes.ts'
import { membershipMachine } from '../machines/membership/machine.ts'
import { checkTeam } from './account.ts'
import { change } from './change.ts'
import type { Tools } from './tools.ts'

export const wireMembership = ({ clientIn }: Tools) =>
  membershipMachine.provide({
    actors: {
      leaveTeam: change(
        clientIn,
        leaveRules,
        (client, params) => client('leaveTeam', { params, expect: leaveRefusals }),
        checkTeam,
      ),
    },
  })
