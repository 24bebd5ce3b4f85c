import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createHomeQuota } from '../../../../platform/desktop/home/quota.ts'
import { MeasuringLate } from '../../../../platform/desktop/home/use.ts'
import { createLog } from '../../../../platform/log.ts'

const user = (home: string) => ({ home, homeMb: 1, pids: [], show: () => {} })

/** Checks two desktops, whose homes take what `use` says. Each check measures both. */
function createCheck(use: (home: string) => Promise<number>) {
  const quota = createHomeQuota({ folder: tmpdir(), log: createLog('silent'), use })
  return async () => {
    quota.forget('other')
    return quota.check(new Map([...['slow', 'other'].map(id => [id, user(id)] as const)]))
  }
}

test('a home that cannot be measured in time ends its desktop at the third time in a row', async () => {
  let isLate = true
  const check = createCheck(async home => {
    if (home === 'slow' && isLate) throw new MeasuringLate()
    return 0
  })
  expect((await check()).get('slow')).toBe(null)
  expect((await check()).get('slow')).toBe(null)
  isLate = false
  expect((await check()).get('slow')).toBe(null)
  isLate = true
  await check()
  await check()
  expect(await check()).toEqual(
    new Map([
      ['slow', { end: 'its home has too many files to be measured', code: 'disk' }],
      ['other', null],
    ]),
  )
})

test('a home that takes long to be measured, or fails, keeps no other from it', async () => {
  const measured: string[] = []
  const { promise: slow, reject } = Promise.withResolvers<number>()
  const check = createCheck(home => {
    measured.push(home)
    return home === 'slow' ? slow : Promise.resolve(2)
  })
  const checked = check()
  await expect.poll(() => measured).toEqual(['slow', 'other'])
  reject(new Error('it got no process'))
  expect([...(await checked).keys()]).toEqual(['slow', 'other'])
})
