import { expect, onTestFinished, test } from 'vitest'
import type { LimitRules } from '../../../platform/limits/limits.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { noLimits, startPlatform, type TestOptions } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'
import { createWrittenLog } from '../written-log.ts'

async function start(limits: Partial<LimitRules>, more: Partial<TestOptions> = {}) {
  const platform = await startPlatform({
    ...more,
    eventFolder: await writeEvent(),
    clock: createSimulatedClock(during),
    limits: { ...noLimits, ...limits },
  })
  onTestFinished(platform.close)
  const alice = await platform.as('alice')
  await alice('POST', '/v1/teams', { name: 'Grey Geese' })
  return { platform, alice }
}

test('right flags do not count for an account', async () => {
  const { alice } = await start({ flag: { perAccount: 1, perAddress: 9, seconds: 60 } })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const submit = async (flag: string) =>
    (await alice('POST', '/v1/challenges/triple/solve?category=misc', { flag })).status
  for (const flag of ['TEST{one}', 'TEST{two}', 'TEST{wrong}'])
    expect([flag, await submit(flag)]).toEqual([flag, 200])
  expect(await submit('TEST{three}')).toBe(429)
})

test('right join tokens do not count for an address', async () => {
  const joinTokens = { perAccount: 9, perAddress: 1, seconds: 60 }
  const { platform, alice } = await start({ joinToken: joinTokens })
  const { joinToken } = (await alice('GET', '/v1/user/team')).body
  const join = async (username: string, token: string) =>
    (await (await platform.as(username))('POST', '/v1/teams/join', { joinToken: token })).status
  expect([await join('bob', joinToken), await join('carol', joinToken)]).toEqual([204, 204])
  expect([await join('dora', 'wrong'), await join('erin', joinToken)]).toEqual([400, 429])
})

test('flags that could not be stored do not count, right or wrong', async () => {
  const real = await openTestDatabase()
  onTestFinished(() => real.close())
  let isFull = false
  const once: typeof real.once = work =>
    isFull ? Promise.reject(new Error('no space left on device')) : real.once(work)
  const { alice } = await start(
    { flag: { perAccount: 1, perAddress: 1, seconds: 60 } },
    { database: { ...real, once }, log: createWrittenLog('error').log },
  )
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const submit = async (flag: string) =>
    (await alice('POST', '/v1/challenges/plain/solve?category=misc', { flag })).status
  isFull = true
  expect([await submit('TEST{wrong}'), await submit('TEST{plain}')]).toEqual([500, 500])
  isFull = false
  expect(await submit('TEST{plain}')).toBe(200)
})
