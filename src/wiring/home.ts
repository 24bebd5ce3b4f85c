import { awaitData } from '../api/client/effects.ts'
import { homeDraftStore } from '../browser/typed/drafts.ts'
import {
  createRefusals,
  createRules,
  selectRefusals,
  selectRules,
} from '../machines/home/changes.ts'
import { homeMachine } from '../machines/home/machine.ts'
import { checkTeam, fetchStats } from './account.ts'
import { change } from './change.ts'
import { joinTeamBy } from './join-team.ts'
import type { Tools } from './tools.ts'

export const wireHome = ({ clientIn, read, callback, device }: Tools) =>
  homeMachine.provide({
    actors: {
      homeDraftStore: callback(device.homeDraftStore ?? homeDraftStore),
      joinTeam: joinTeamBy(clientIn),
      createTeam: change(
        clientIn,
        createRules,
        (client, body) => client('createTeam', { body, expect: createRefusals }),
        checkTeam,
      ),
      listScoreGroups: read((client, signal) => awaitData(client('listScoreGroups', { signal }))),
      selectScoreGroup: change(
        clientIn,
        selectRules,
        (client, { scoreGroup, password }) => {
          const body = password === null ? { scoreGroup } : { scoreGroup, password }
          return client('selectScoreGroup', { body, expect: selectRefusals })
        },
        client => fetchStats(client),
      ),
    },
  })
