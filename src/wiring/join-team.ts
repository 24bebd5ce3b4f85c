import { joinRefusals, joinRules } from '../machines/home/changes.ts'
import { checkTeam } from './account.ts'
import { change } from './change.ts'
import type { Tools } from './tools.ts'

export const joinTeamBy = (clientIn: Tools['clientIn']) =>
  change(
    clientIn,
    joinRules,
    (client, body) => client('joinTeam', { body, expect: joinRefusals }),
    checkTeam,
  )
