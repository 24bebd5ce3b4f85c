import type { Client } from '../api/client/client.ts'
import { dataOf } from '../api/client/effects.ts'
import { statsFrom } from '../domain/stats.ts'
import { resources } from '../machines/app/resources.ts'
import {
  createRefusals,
  createRules,
  joinRefusals,
  joinRules,
  selectRefusals,
  selectRules,
} from '../machines/home/changes.ts'
import { homeMachine } from '../machines/home/machine.ts'
import { leaveRefusals, leaveRules } from '../machines/membership/changes.ts'
import { membershipMachine } from '../machines/membership/machine.ts'
import { orNull, type Tools } from './tools.ts'

/** User, stats and team, and the machines that change them. */
export const wireAccount = (tools: Tools) => ({
  user: tools.resource(resources.user, (client, signal) => dataOf(client('getUser', { signal }))),
  stats: tools.resource(resources.stats, fetchStats),
  team: tools.resource(resources.team, fetchTeam),
  home: wireHome(tools),
  membership: wireMembership(tools),
})

const wireHome = ({ read, change, lasting, device }: Tools) =>
  homeMachine.provide({
    actors: {
      keepDrafts: lasting(device.keepDrafts),
      joinTeam: change(
        joinRules,
        (client, body) => client('joinTeam', { body, expect: joinRefusals }),
        checkTeam,
      ),
      createTeam: change(
        createRules,
        (client, body) => client('createTeam', { body, expect: createRefusals }),
        checkTeam,
      ),
      listScoreGroups: read((client, signal) => dataOf(client('listScoreGroups', { signal }))),
      selectScoreGroup: change(
        selectRules,
        (client, { scoreGroup, password }) => {
          const body = password === null ? { scoreGroup } : { scoreGroup, password }
          return client('selectScoreGroup', { body, expect: selectRefusals })
        },
        client => fetchStats(client),
      ),
    },
  })

const wireMembership = ({ change }: Tools) =>
  membershipMachine.provide({
    actors: {
      leaveTeam: change(
        leaveRules,
        (client, params) => client('leaveTeam', { params, expect: leaveRefusals }),
        checkTeam,
      ),
    },
  })

async function fetchTeam(client: Client, signal?: AbortSignal) {
  return orNull(await client('getTeam', { signal, expect: ['NO_TEAM'] }))
}

const checkTeam = (client: Client) => fetchTeam(client)

async function fetchStats(client: Client, signal?: AbortSignal) {
  return statsFrom(await client('getStats', { signal, expect: ['NO_ACCOUNT'] }))
}
