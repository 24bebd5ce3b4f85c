import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  attempts,
  commits,
  idempotency,
  oidcRecords,
  revokedGrants,
  signInAccounts,
  signIns,
} from '../../../platform/database/schema.ts'
import { createLog } from '../../../platform/log.ts'
import { startSweeper } from '../../../platform/sweeper.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { startPlatform } from '../start-platform.ts'

const everyMs = 600_000

describe('sweeping', () => {
  const clock = createSimulatedClock(0)
  let stop = () => {}
  afterEach(() => stop())
  const start = (
    sweeps: { name: string; run: () => Promise<unknown> }[],
    log = createLog('silent'),
  ) => {
    stop = startSweeper({ sweeps, everyMs, clock, log })
  }

  test('begins at once and is repeated at each interval, until it is stopped', async () => {
    const run = vi.fn(async () => {})
    start([{ name: 'rows', run }])
    expect(run).toHaveBeenCalledTimes(1)
    for (const count of [2, 3]) {
      await setImmediate()
      clock.advance(everyMs)
      expect(run).toHaveBeenCalledTimes(count)
    }
    stop()
    await setImmediate()
    clock.advance(everyMs)
    expect(run).toHaveBeenCalledTimes(3)
  })

  test('never overlaps: one after the other, and a round that comes too early is skipped', async () => {
    const first = Promise.withResolvers<void>()
    const slow = vi.fn(() => first.promise)
    const next = vi.fn(async () => {})
    start([
      { name: 'slow', run: slow },
      { name: 'next', run: next },
    ])
    clock.advance(3 * everyMs)
    expect(slow).toHaveBeenCalledTimes(1)
    expect(next).not.toHaveBeenCalled()
    first.resolve()
    await eventually(() => expect(next).toHaveBeenCalledTimes(1))
    await eventually(() => {
      clock.advance(everyMs)
      expect(slow).toHaveBeenCalledTimes(2)
    })
  })

  test('goes no further in the midst of a round once it is stopped', async () => {
    const first = Promise.withResolvers<void>()
    const next = vi.fn(async () => {})
    start([
      { name: 'slow', run: () => first.promise },
      { name: 'next', run: next },
    ])
    stop()
    first.resolve()
    await setImmediate()
    expect(next).not.toHaveBeenCalled()
  })

  test('goes on where one fails, and the log says which', async () => {
    const log = createLog('silent')
    const error = vi.spyOn(log, 'error')
    const next = vi.fn(async () => {})
    const failure = new Error('no such table')
    start(
      [
        { name: 'rows', run: () => Promise.reject(failure) },
        { name: 'next', run: next },
      ],
      log,
    )
    await eventually(() => expect(next).toHaveBeenCalledTimes(1))
    expect(error).toHaveBeenCalledWith({ err: failure }, 'sweeping rows')
  })
})

test('a running platform deletes what has expired, and keeps the rest', async () => {
  const clock = createSimulatedClock(Date.now())
  const platform = await startPlatform({ clock })
  const { db, kind } = platform.database
  await platform.signIn('alice')
  const [account] = await db.select().from(signInAccounts)
  const [past, later] = [new Date(0), new Date(clock.now() + 30 * 86_400_000)]
  for (const [name, at] of [
    ['old', past],
    ['new', later],
  ] as const) {
    const record = { payload: {}, grantId: null, consumedAt: null }
    await db
      .insert(oidcRecords)
      .values({ ...record, model: 'Session', id: name, uid: name, expiresAt: at })
    const seen = { accountId: account?.id ?? '', userAgent: '', madeAt: past, usedAt: past }
    await db.insert(signIns).values({ ...seen, uid: name })
    await db.insert(revokedGrants).values({ id: name, until: at })
    const answer = { fingerprint: '', status: 204, headers: {}, body: '' }
    await db.insert(idempotency).values({ ...answer, userId: 'alice', key: name, createdAt: at })
    await db.insert(attempts).values({ key: name, points: 1, expire: at })
    await db.insert(commits).values({ id: name, madeAt: at })
  }
  const left = async () => ({
    records: (await db.select().from(oidcRecords)).map(({ id }) => id),
    signIns: (await db.select().from(signIns)).map(({ uid }) => uid),
    grants: (await db.select().from(revokedGrants)).map(({ id }) => id),
    answers: (await db.select().from(idempotency)).map(({ key }) => key),
  })
  await eventually(async () => {
    clock.advance(everyMs)
    expect(await left()).toEqual({
      records: ['new'],
      signIns: ['new'],
      grants: ['new'],
      answers: ['new'],
    })
  })
  if (kind === 'postgres')
    await eventually(async () => {
      expect((await db.select().from(attempts)).map(({ key }) => key)).toEqual(['new'])
      const marks = (await db.select().from(commits)).map(({ id }) => id)
      expect(marks.filter(id => ['old', 'new'].includes(id))).toEqual(['new'])
    })
  await platform.close()
})
