import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { accounts } from '../../../platform/database/schema.ts'
import { stopBanned } from '../../../platform/desktop/stop-banned.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'
import { openBus } from '../open-bus.ts'
import { startFilesScene } from './files-scene.ts'

test('a desktop whose account is banned is stopped, with its files, and those of others run on', async () => {
  const scene = await startFilesScene()
  onTestFinished(() => scene.close())
  const { db } = scene.server.database
  const names = ['alice', 'bob']
  for (const id of names)
    await db.insert(accounts).values({ id, displayName: id, createdAt: new Date(0) })
  const [alice] = [await scene.desktopOf('alice'), await scene.desktopOf('bob')]
  const statuses = async () =>
    Promise.all(names.map(async name => (await scene.desktops.get(name)).status))
  await scene.server.publish('account.changed', 'alice')
  expect(await statuses()).toEqual(['running', 'running'])
  await db
    .update(accounts)
    .set({ bannedAt: new Date(0) })
    .where(eq(accounts.id, 'alice'))
  await scene.server.publish('account.changed', 'alice')
  await eventually(async () => expect(await statuses()).toEqual(['stopped', 'running']))
  expect(await alice.ask('list')).toMatchObject({ status: 404, error: 'notRunning' })
})

test('a desktop of a banned team that cannot be stopped keeps those of its other members from nothing', async () => {
  const { database, bus } = await openBus()
  const at = new Date(0)
  await database.db
    .insert(accounts)
    .values({ id: 'hawks', displayName: 'Hawks', createdAt: at, bannedAt: at })
  const stopped: string[] = []
  const desktop = (id: string, isUp: boolean) => ({
    id,
    isUp,
    async stop() {
      stopped.push(id)
      if (id === 'of alice') throw new Error('the engine is away')
    },
  })
  const look = stopBanned({
    database,
    bus,
    log: createLog('silent'),
    accountOf: async () => 'hawks',
    local: new Map([
      ['alice', desktop('of alice', true)],
      ['bob', desktop('of bob', true)],
      ['carol', desktop('of carol', false)],
    ]),
  })
  await look()
  expect(stopped).toEqual(['of alice', 'of bob'])
})
