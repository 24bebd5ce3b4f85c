import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { accounts } from '../../../platform/database/schema.ts'
import { eventually } from '../../support/eventually.ts'
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
