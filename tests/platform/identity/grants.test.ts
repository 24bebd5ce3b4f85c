import { expect, test } from 'vitest'
import { revokedGrants } from '../../../platform/database/schema.ts'
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
