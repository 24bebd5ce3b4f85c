import { awaitData, type Effects } from '../api/client/effects.ts'
import type { EventDetails } from '../api/contract.ts'
import { accountResource, publicScoreboardResource, resources } from '../machines/app/resources.ts'
import { eventMachine } from '../machines/event/machine.ts'
import { orNull, type Tools } from './tools.ts'

/**
 * The data that is the same, or nearly the same, for all participants.
 *
 * @param resolve makes an address of the backend absolute
 */
export const wireEvent = (
  { read, resource, accountResource: ofAccount, visibility }: Tools,
  resolve: Effects['resolve'],
) => ({
  event: eventMachine.provide({
    actors: {
      visibility,
      fetchMetadata: read((client, signal) => awaitData(client('getMetadata', { signal }))),
    },
  }),
  eventDetails: resource(resources.eventDetails, async (client, signal) =>
    withAbsoluteLogo(await awaitData(client('getEvent', { signal })), resolve),
  ),
  catalogue: resource(resources.catalogue, async (client, signal) => {
    const [categories, challenges] = await Promise.all([
      awaitData(client('listCategories', { signal })),
      awaitData(client('listChallenges', { signal })),
    ])
    return { categories, challenges }
  }),
  scoreboard: resource(resources.scoreboard, (client, signal) =>
    awaitData(client('getScoreboard', { signal })),
  ),
  publicScoreboard: resource(publicScoreboardResource, async (client, signal) => {
    const answer = await client('getPublicScoreboard', {
      signal,
      expect: ['NOT_FOUND', 'TIME_RESTRICTED'],
    })
    return answer.ok ? answer.data : answer.code
  }),
  history: resource(resources.history, (client, signal) =>
    awaitData(client('getHistory', { signal })),
  ),
  account: ofAccount(accountResource, async (client, params, signal) =>
    orNull(await client('getAccount', { params, signal, expect: ['NOT_FOUND'] })),
  ),
  flugzeugEnabled: resource(resources.flugzeugEnabled, async (client, signal) => {
    const expect = ['NO_SCORE_GROUP_SELECTED'] as const
    const answer = await client('getFlugzeugEnabled', { signal, expect })
    return answer.ok && answer.data.enabled
  }),
  solveTimes: resource(resources.solveTimes, (client, signal) =>
    awaitData(client('getSolveTimes', { signal })),
  ),
})

const withAbsoluteLogo = (details: EventDetails, resolve: Effects['resolve']): EventDetails =>
  details.logoUrl ? { ...details, logoUrl: resolve(details.logoUrl) } : details
