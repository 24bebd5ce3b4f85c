import { expect, onTestFinished, test, vi } from 'vitest'
import { createLimits, type Limits } from '../../../platform/limits/limits.ts'
import { noLimits } from '../start-platform.ts'

const twice = { perAddress: 2, seconds: 60 }
const limits = () =>
  createLimits(
    {
      ...noLimits,
      visit: twice,
      publicCall: twice,
      register: twice,
      flag: { perAccount: 2, perAddress: 3, seconds: 60 },
      signIn: { perAccount: 2, perAddress: 2, seconds: 60 },
      change: { perUser: 2, seconds: 60 },
    },
    null,
  )
const tooMany = { code: 'UNKNOWN', status: 429 }

test.each([
  ['visits of the sign-in', 'visit'],
  ['calls of visitors', 'publicCall'],
  ['new accounts', 'register'],
] as const)('%s are counted by the network, and each network has its own', async (_, what) => {
  const count: Limits[typeof what] = limits()[what]
  await count('2001:db8:1:2::1')
  await count('2001:db8:1:2:3:4:5:6')
  await expect(count('2001:db8:1:2::7')).rejects.toMatchObject(tooMany)
  await count('2001:db8:1:3::1')
  await count('192.0.2.1')
})

test('each user has changes of their own', async () => {
  const { change } = limits()
  for (const user of ['alice', 'alice', 'bob', 'bob']) await change(user)
  await expect(change('alice')).rejects.toMatchObject(tooMany)
})

test('a request that is refused because of its address does not count for its account', async () => {
  const { attempt } = limits()
  for (const account of ['alice', 'bob', 'carol']) await attempt('flag', account, '192.0.2.1')
  for (const _ of [1, 2, 3])
    await expect(attempt('flag', 'dora', '192.0.2.1')).rejects.toMatchObject(tooMany)
  await attempt('flag', 'dora', '192.0.2.2')
  await attempt('flag', 'dora', '192.0.2.2')
  await expect(attempt('flag', 'dora', '192.0.2.2')).rejects.toMatchObject(tooMany)
})

test('a network with too many wrong passwords is refused, without a count for the account', async () => {
  const { signIn } = limits()
  for (const account of ['alice', 'bob']) await (await signIn(account, '192.0.2.1')).failed()
  for (const _ of [1, 2, 3])
    await expect(signIn('carol', '192.0.2.1')).rejects.toMatchObject(tooMany)
  for (const _ of [1, 2]) await signIn('carol', '192.0.2.2')
  await expect(signIn('carol', '192.0.2.2')).rejects.toMatchObject(tooMany)
})

test('nobody is told to wait for no time at all', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { change } = limits()
  for (const _ of [1, 2]) await change('alice')
  vi.setSystemTime(Date.now() + 59_600)
  await expect(change('alice')).rejects.toMatchObject({ ...tooMany, retryAfter: 1 })
})
