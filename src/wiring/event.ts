import { dataOf } from '../api/client/effects.ts'
import { resources } from '../machines/app/resources.ts'
import { eventMachine } from '../machines/event/machine.ts'
import type { Tools } from './tools.ts'

/** What is the same for all participants, or nearly. */
export const wireEvent = ({ read, resource, visibility }: Tools) => ({
  event: eventMachine.provide({
    actors: {
      visibility,
      fetchMetadata: read((client, signal) => dataOf(client('getMetadata', { signal }))),
    },
  }),
  catalogue: resource(resources.catalogue, async (client, signal) => {
    const [categories, challenges] = await Promise.all([
      dataOf(client('listCategories', { signal })),
      dataOf(client('listChallenges', { signal })),
    ])
    return { categories, challenges }
  }),
  scoreboard: resource(resources.scoreboard, (client, signal) =>
    dataOf(client('getScoreboard', { signal })),
  ),
  solveTimes: resource(resources.solveTimes, (client, signal) =>
    dataOf(client('getSolveTimes', { signal })),
  ),
})
