import { expect, onTestFinished, test } from 'vitest'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { noLimits, startPlatform } from '../start-platform.ts'

test('right passwords of score groups do not count for an address', async () => {
  const platform = await startPlatform({
    ...{ eventFolder: await writeEvent(), clock: createSimulatedClock(during) },
    limits: { ...noLimits, groupPassword: { perAccount: 9, perAddress: 1, seconds: 60 } },
  })
  onTestFinished(platform.close)
  const choose = async (username: string, password: string) => {
    const call = await platform.as(username)
    await call('POST', '/v1/teams', { name: `Team ${username}` })
    const chosen = { scoreGroup: 'closed', password }
    return (await call('POST', '/v1/score_groups/select', chosen)).status
  }
  expect([await choose('alice', 'sesame'), await choose('bob', 'sesame')]).toEqual([204, 204])
  expect([await choose('carol', 'wrong'), await choose('dora', 'sesame')]).toEqual([403, 429])
})
