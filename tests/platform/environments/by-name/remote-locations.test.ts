import { expect, test, vi } from 'vitest'
import { createRemoteLocations } from '../../../../platform/environments/by-name/remote-locations.ts'
import { createSimulatedClock } from '../../../support/simulated-clock.ts'

test('where an environment of another replica is, is asked again after five seconds', async () => {
  const clock = createSimulatedClock(0)
  const url = 'http://10.0.0.5:8080'
  const replicaOf = vi.fn(async (id: string) => (id === 'there' ? { url } : null))
  const locations = createRemoteLocations({ store: { replicaOf }, clock })
  const asked = async (id: string) => [await locations.find(id), replicaOf.mock.calls.length]
  expect(await asked('there')).toEqual([{ replica: url }, 1])
  clock.advance(4999)
  expect(await asked('there')).toEqual([{ replica: url }, 1])
  clock.advance(1)
  expect(await asked('there')).toEqual([{ replica: url }, 2])
  // One that is not there may start at any moment.
  expect(await asked('new')).toEqual([null, 3])
  expect(await asked('new')).toEqual([null, 4])
})
