import { expect, test } from 'vitest'
import { realClock } from '../../../platform/clock.ts'
import { oidcRecords } from '../../../platform/database/schema.ts'
import { endSessions } from '../../../platform/identity/end-sessions.ts'
import { createGrants } from '../../../platform/identity/grants.ts'
import { openBus } from '../open-bus.ts'

test('a session that a request stores again while it is ended does not come back', async () => {
  const { database, bus } = await openBus()
  const now = new Date()
  const session = {
    model: 'Session',
    id: 'hash',
    uid: 'uid',
    grantId: null,
    consumedAt: null,
    payload: { accountId: 'alice' },
    expiresAt: new Date(now.getTime() + 60_000),
  }
  const store = () => database.db.insert(oidcRecords).values(session)
  await store()
  const committed = await database.once(async tx => {
    const ending = await endSessions(tx, { database, bus, now, accountId: 'alice' })
    return ending.apply()
  })
  await store()
  await committed()
  expect(await database.db.select().from(oidcRecords)).toEqual([])
  // A request that stores it even later finds out by this, and ends it again.
  const grants = await createGrants({ database, bus, clock: realClock, accessTokenSeconds: 900 })
  expect([await grants.hasEnded('uid'), await grants.hasEnded('other')]).toEqual([true, false])
})
