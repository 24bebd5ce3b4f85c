import type { Client } from '../api/client/client.ts'
import { awaitData } from '../api/client/effects.ts'
import { statsFrom } from '../domain/stats.ts'
import { resources } from '../machines/app/resources.ts'
import { orNull, type Tools } from './tools.ts'

/** User, stats, team and submissions. */
export const wireAccount = (tools: Tools) => ({
  user: tools.resource(resources.user, (client, signal) =>
    awaitData(client('getUser', { signal })),
  ),
  stats: tools.resource(resources.stats, fetchStats),
  team: tools.resource(resources.team, fetchTeam),
  submissions: tools.resource(resources.submissions, (client, signal) =>
    awaitData(client('getSubmissions', { signal })),
  ),
})

async function fetchTeam(client: Client, signal?: AbortSignal) {
  return orNull(await client('getTeam', { signal, expect: ['NO_TEAM'] }))
}

export const checkTeam = (client: Client) => fetchTeam(client)

export async function fetchStats(client: Client, signal?: AbortSignal) {
  return statsFrom(await client('getStats', { signal, expect: ['NO_ACCOUNT'] }))
}
