import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { desktops, users } from '../../../platform/database/schema.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { during, writeEvent } from '../core/events.ts'
import { idleDesktops } from '../core/idle-engine.ts'
import { startPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'

test('owner and watcher of a desktop are called by their display names, if they have one', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const options = {
    database,
    desktopDriver: idleDesktops,
    clock: createSimulatedClock(during),
    eventFolder: await writeEvent({ desktop: { enabled: true } }),
  }
  const before = await startPlatform(options)
  const alice = await before.as('alice')
  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const { joinToken } = (await alice('GET', '/v1/user/team')).body
  for (const name of ['bob', 'carol'])
    await (await before.as(name))('POST', '/v1/teams/join', { joinToken })
  await alice('POST', '/v1/user/flugzeug')
  await eventually(async () =>
    expect((await alice('GET', '/v1/user/flugzeug')).body.status).toBe('running'),
  )
  await before.close()
  for (const [name, displayName] of [
    ['alice', 'Alice Adams'],
    ['bob', 'Bob Brown'],
  ] as const)
    await database.db.update(users).set({ displayName }).where(eq(users.username, name))

  const platform = await startPlatform(options)
  onTestFinished(() => platform.close())
  await database.db.update(desktops).set({ status: 'running', view: 'shared' })
  const seen = async (name: string) => {
    const { body } = await (await platform.as(name))('GET', '/v1/flugzeug/view?token=shared')
    const [ticket = ''] = body.url.split('#ticket=')[1].split('.')
    const [, , , , watcher] = JSON.parse(String(Buffer.from(ticket, 'base64url')))
    return [body.username, watcher.name]
  }
  expect(await seen('bob')).toEqual(['Alice Adams', 'Bob Brown'])
  expect(await seen('carol')).toEqual(['Alice Adams', 'carol'])
})
