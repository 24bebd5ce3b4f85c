import { joinRefusals, joinRules } from '../machines/home/changes.ts'
import { checkTeam } from './account.ts'
import type { Tools } from './tools.ts'

export const joinTeamBy = (change: Tools['change']) =>
  change(joinRules, (client, body) => client('joinTeam', { body, expect: joinRefusals }), checkTeam)
