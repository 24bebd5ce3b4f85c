import { expect, onTestFinished, test } from 'vitest'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { noLimits, startPlatform } from '../start-platform.ts'

/** @returns a function by which a user with a new team chooses the group that has this password. It returns the status */
async function withPassword(groupPassword: string, perAddress = 99) {
  const scoreGroups = [{ name: 'Open' }, { name: 'Closed', password: groupPassword }]
  const platform = await startPlatform({
    eventFolder: await writeEvent({ scoreGroups }),
    clock: createSimulatedClock(during),
    limits: { ...noLimits, groupPassword: { perAccount: 9, perAddress, seconds: 60 } },
  })
  onTestFinished(platform.close)
  return async (username: string, password: string) => {
    const call = await platform.as(username)
    await call('POST', '/v1/teams', { name: `Team ${username}` })
    const chosen = { scoreGroup: 'closed', password }
    return (await call('POST', '/v1/score_groups/select', chosen)).status
  }
}

test('right passwords of score groups do not count for an address', async () => {
  const choose = await withPassword('sesame', 1)
  expect([await choose('alice', 'sesame'), await choose('bob', 'sesame')]).toEqual([204, 204])
  expect([await choose('carol', 'wrong'), await choose('dora', 'sesame')]).toEqual([403, 429])
})

test('the password of a score group is right in either form of Unicode, and with what surrounds pasted text', async () => {
  const password = 'p4ss wörd'
  const choose = await withPassword(password.normalize('NFD'))
  expect(await choose('alice', password.normalize('NFC'))).toBe(204)
  expect(await choose('bob', password.normalize('NFD'))).toBe(204)
  expect(await choose('carol', ` ${password}\n`)).toBe(204)
  expect(await choose('dora', 'p4ss word')).toBe(403)
  expect(await choose('dora', `\u200B${password}\u2060 \u200B`)).toBe(204)
})

test('no empty password is right, even if that of the group has only invisible characters', async () => {
  const choose = await withPassword('\u200B\u2060')
  expect([await choose('alice', ''), await choose('bob', '\u200B')]).toEqual([403, 403])
})
