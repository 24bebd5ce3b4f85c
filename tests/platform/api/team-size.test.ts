import { expect, onTestFinished, test } from 'vitest'
import { teamMembers } from '../../../platform/database/schema.ts'
import { writeEvent } from '../core/events.ts'
import { startPlatform } from '../start-platform.ts'

test('a team is joined however large it may become', async () => {
  const times = { start: 'first start', end: 'start + 1d', postPlayEnd: 'end' }
  const eventFolder = await writeEvent({ ...times, teamSize: Number.MAX_SAFE_INTEGER })
  const platform = await startPlatform({ eventFolder })
  onTestFinished(platform.close)
  const [alice, bob] = [await platform.as('alice'), await platform.as('bob')]
  expect((await alice('POST', '/v1/teams', { name: 'Owls' })).status).toBe(204)
  const { joinToken } = (await alice('GET', '/v1/user/team')).body
  expect((await bob('POST', '/v1/teams/join', { joinToken })).status).toBe(204)
  const rows = await platform.database.db.select().from(teamMembers)
  expect(rows.map(({ place }) => place).sort()).toEqual([1, 2])
})
