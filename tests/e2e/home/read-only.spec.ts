import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giveSignIn, makeAccount, openBlank } from '../../support/signed-in.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from '../platform.ts'
import { expect, test } from '../test.ts'

test('a past event is opened to be read: it says so, and offers and takes no change', async ({
  browser,
}) => {
  const folder = await createDataFolder()
  const [event, dataFolder] = [join(folder, 'event'), join(folder, 'data')]
  await cp('events/demo', event, { recursive: true })
  const during = await spawnPlatform({ dataFolder, event })
  const signedIn = await makeAccount(during.origin, 'reader', 'correct horse')
  const headers = { authorization: `Bearer ${signedIn.stored.access_token}` }
  const change = (origin: string, path: string, body: object) =>
    fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await change(during.origin, '/v1/teams', { name: 'Readers' })
  await change(during.origin, '/v1/score_groups/select', { scoreGroup: 'open' })
  await during.stop()

  const file = join(event, 'event.yaml')
  const yaml = await readFile(file, 'utf8')
  const past = 'start: first start - 10d\nend: first start - 9d'
  await writeFile(file, yaml.replace(/^start:.*\nend:.*$/m, past))
  // Tokens hold for one origin.
  const options = { port: during.port, options: ['--read-only'] }
  const platform = await spawnPlatform({ dataFolder, event, ...options })
  const context = await browser.newContext({ baseURL: platform.origin })
  const page = await context.newPage()
  await openBlank(page)
  await giveSignIn(page, signedIn)
  await page.goto('/')
  const banner = page.getByRole('region', { name: 'This event is read-only.' })
  await expect(banner).toContainText('nothing can be changed any more')
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How to play' })).toHaveCount(0)

  await page.goto('/challenge/web/hangar-search')
  await expect(page.getByText('flags are not accepted any more')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Flag' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0)
  await expect(banner).toBeVisible()

  const refused = await change(platform.origin, '/v1/challenges/hangar-search/solve?category=web', {
    flag: 'GUIDON{x}',
  })
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'TIME_RESTRICTED'])
  await context.close()
  await platform.stop()
  await removeDataFolder(folder)
})
