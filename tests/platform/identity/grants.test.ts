import { expect, test } from 'vitest'
import { oidcRecords, revokedGrants } from '../../../platform/database/schema.ts'
import { createGrants, revokedUntil } from '../../../platform/identity/grants.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during } from '../core/events.ts'
import { losing, openBus } from '../open-bus.ts'

test('a grant whose message of its end was lost is refused once the connection is back', async () => {
  const { database, bus: real } = await openBus()
  const { bus, lose } = losing(real)
  const clock = createSimulatedClock(during)
  const grants = await createGrants({ database, bus, clock, accessTokenSeconds: 900 })
  const ended: string[] = []
  grants.onRevoked(id => void ended.push(id))
  await database.db.insert(revokedGrants).values({ id: 'one', until: revokedUntil(clock.now()) })
  expect(grants.isRevoked('one')).toBe(false)
  await lose()
  expect([grants.isRevoked('one'), grants.isRevoked('two')]).toEqual([true, false])
  expect(ended).toEqual(['one'])
})

test('of a grant that is revoked nothing is left, and others stay', async () => {
  const { database, bus } = await openBus()
  const clock = createSimulatedClock(during)
  const grants = await createGrants({ database, bus, clock, accessTokenSeconds: 900 })
  const record = { payload: {}, uid: null, consumedAt: null, expiresAt: null }
  const of = (grantId: string) => [
    { ...record, model: 'RefreshToken', id: `token of ${grantId}`, grantId },
    { ...record, model: 'Grant', id: grantId, grantId: null },
  ]
  await database.db.insert(oidcRecords).values([...of('one'), ...of('two')])
  await grants.revoke('one')
  const left = await database.db.select({ id: oidcRecords.id }).from(oidcRecords)
  expect(left.map(({ id }) => id).sort()).toEqual(['token of two', 'two'])
})

const hour = 60 * 60_000

test('a grant that was revoked stays so while a clock is ahead, and when it is set back', async () => {
  const { database, bus } = await openBus()
  const clock = createSimulatedClock(during)
  const options = { database, bus, clock, accessTokenSeconds: 900 }
  const grants = await createGrants(options)
  await grants.revoke('one')
  clock.jump(8 * hour)
  await grants.sweep()
  // A platform that starts meanwhile reads it, too.
  const restarted = await createGrants(options)
  await restarted.sweep()
  clock.jump(-8 * hour)
  expect([grants.isRevoked('one'), restarted.isRevoked('one')]).toEqual([true, true])
})

test('a grant is forgotten when its tokens have expired, by each replica', async () => {
  const { database, bus } = await openBus()
  const clock = createSimulatedClock(during)
  const options = { database, bus, clock, accessTokenSeconds: 900 }
  const [one, other] = [await createGrants(options), await createGrants(options)]
  await one.revoke('one')
  expect([one.isRevoked('one'), other.isRevoked('one')]).toEqual([true, true])
  clock.advance(17 * 60_000)
  await one.sweep()
  await other.sweep()
  expect([one.isRevoked('one'), other.isRevoked('one')]).toEqual([false, false])
  expect(await database.db.select().from(revokedGrants)).toEqual([])
})

test('a replica refuses a grant until its own time has passed, also if another one has deleted the row', async () => {
  const { database, bus } = await openBus()
  const [clock, faster] = [createSimulatedClock(during), createSimulatedClock(during)]
  const options = { database, bus, accessTokenSeconds: 900 }
  const one = await createGrants({ ...options, clock })
  const other = await createGrants({ ...options, clock: faster })
  await one.revoke('one')
  faster.advance(17 * 60_000)
  await other.sweep()
  expect(await database.db.select().from(revokedGrants)).toEqual([])
  await one.sweep()
  expect(one.isRevoked('one')).toBe(true)
})
