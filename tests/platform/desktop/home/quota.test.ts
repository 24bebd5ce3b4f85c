import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createHomeQuota, type QuotaUser } from '../../../../platform/desktop/home/quota.ts'
import { MeasuringLate } from '../../../../platform/desktop/home/use.ts'
import { createLog } from '../../../../platform/log.ts'

const user = (home: string): QuotaUser => ({ home, homeMb: 1, pids: [], show: () => {} })

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
  expect((await check()).get('slow')).toBe(null)
  expect((await check()).get('slow')).toBe(null)
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

/** A desktop with 100 MB, whose home takes these MB at each check. @returns what was shown, and what is to be ended */
async function grow(...sizes: number[]) {
  const shown: string[] = []
  let size = 0
  const quota = createHomeQuota({
    folder: tmpdir(),
    log: createLog('silent'),
    use: async home => (home === 'mine' ? size : 0),
  })
  const mine = { ...user('mine'), homeMb: 100, show: (what: string) => void shown.push(what) }
  const ended: unknown[] = []
  for (size of sizes) {
    // A desktop that starts has all homes measured.
    quota.forget('other')
    const actions = await quota.check(
      new Map([
        ['mine', mine],
        ['other', user('other')],
      ]),
    )
    ended.push(actions.get('mine'))
  }
  return { shown, ended }
}

test('a home that is nearly full, or full, says so once, and again after there was room', async () => {
  expect((await grow(80, 90, 91, 95, 100)).shown).toEqual(['nearly-full'])
  expect((await grow(80, 101, 110, 95, 120)).shown).toEqual(['full', 'nearly-full', 'full'])
  expect((await grow(95, 80, 95)).shown).toEqual(['nearly-full', 'nearly-full'])
})

test('a home that grows beyond its size by a quarter ends its desktop, and one that was so large before does not', async () => {
  const end = { end: 'its home grew beyond its 100 MB', code: 'disk' }
  expect((await grow(80, 125, 126)).ended).toEqual([null, null, end])
  expect((await grow(200, 200, 190)).ended).toEqual([null, null, null])
})
