import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { askOrganiser, askToReload } from '../../../platform/organiser/ask.ts'
import { createDataFolder, spawnPlatform } from '../platform.ts'
import { expect, newParticipant, onOwnPlatform, test } from '../test.ts'
import { openWithStream } from './open-with-stream.ts'

const platform = onOwnPlatform(async () => {
  const dataFolder = await createDataFolder()
  const event = join(dataFolder, 'event')
  cpSync('events/demo', event, { recursive: true })
  return spawnPlatform({ dataFolder, event })
})

const path = '/challenge/web/hangar-search'

test('a challenge that is renamed while it is open goes on at its address, with the typed flag', async ({
  page,
}) => {
  await newParticipant(page)
  await openWithStream(page, path)
  const flag = page.getByRole('textbox', { name: 'Flag' })
  await flag.fill('GUIDON{nearly}')

  const file = join(platform().dataFolder, 'event/web/hangar-search/challenge.yml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('name: Hangar Search', 'name: Hangar Register'))
  await askToReload(platform().dataFolder)
  await expect(page.getByRole('heading', { level: 1, name: 'Hangar Register' })).toBeVisible()
  await expect(page).toHaveTitle(/^Hangar Register/)
  await expect(page.getByRole('link', { name: /^Hangar Register/ })).toHaveAttribute(
    'href',
    '/challenge/web/hangar-register',
  )

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Hangar Register' })).toBeVisible()
  await expect(flag).toHaveValue('GUIDON{nearly}')
  await page.getByRole('link', { name: /^Hangar Register/ }).click()
  await expect(page).toHaveURL('/challenge/web/hangar-register')
  await expect(flag).toHaveValue('GUIDON{nearly}')
  await flag.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
})

test('a team that is banned while it plays is led home, which says so, and offers no challenge', async ({
  page,
}) => {
  const name = await newParticipant(page)
  await openWithStream(page, path)
  await expect(page.getByRole('textbox', { name: 'Flag' })).toBeVisible()
  const asked = { command: 'ban', input: { account: `Team of ${name}` }, who: 'test' }
  const { dataFolder } = platform()
  const planned = await askOrganiser(dataFolder, { ...asked, isDryRun: true })
  if (planned.kind !== 'planned') throw new Error(planned.kind)
  await askOrganiser(dataFolder, { ...asked, agreed: planned.digest })
  await expect(page.getByText('The organisers have excluded you from this event.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: /^Hangar/ })).toHaveCount(0)
  await expect(page.getByRole('navigation').getByText('Scoreboard')).toBeVisible()
})
