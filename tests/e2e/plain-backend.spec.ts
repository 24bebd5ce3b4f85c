import type { Page } from 'playwright/test'
import { plainCall } from '../support/servers/plain-backend.ts'
import { expect, playing, returnToTab, test } from './test.ts'

/** From now on, the backend offers only what the specification names. */
async function withoutExtensions(page: Page) {
  // A static host puts no event into the page's configuration.
  await page.route(/\/[^.]*$/, async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /(id="app-config">)(.*?)(?=<)/s,
      (_, tag, config) => {
        const { event: _event, ...rest } = JSON.parse(config)
        return tag + JSON.stringify(rest)
      },
    )
    await route.fulfill({ response, body })
  })
  const unknown: string[] = []
  const fields: string[] = []
  await page.route('**/v1/**', async route => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const plain = plainCall(request.method(), pathname)
    if (!plain) {
      unknown.push(`${request.method()} ${pathname}`)
      return route.fulfill({ status: 404, json: { ok: false, code: 'UNKNOWN', message: '' } })
    }
    const response = await route.fetch()
    if (!response.ok() || !response.headers()['content-type']?.includes('json'))
      return route.fulfill({ response })
    const json = plain(await response.json())
    if (pathname === '/v1/metadata') fields.push(...Object.keys(json as object))
    await route.fulfill({ response, json })
  })
  return { unknown, fields }
}

test('with a backend of the specification alone, everything of it works and nothing else is asked', async ({
  page,
}) => {
  const { unknown, fields } = await withoutExtensions(page)
  const name = await playing(page)
  expect(fields).not.toContain('extensions')
  const team = `Team of ${name}`
  await expect(page.getByRole('banner').getByRole('link', { name: /^Guidon,/ })).toBeVisible()
  await expect(page.getByText(/undefined|NaN/)).toHaveCount(0)

  const sidebar = page.getByRole('navigation')
  await sidebar.getByRole('link', { name: /^Hangar Search/ }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Open' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()

  await sidebar.getByRole('link', { name: /^Radio Check/ }).click()
  const flag = page.getByRole('textbox', { name: 'Flag' })
  await flag.fill('GUIDON{wrong}')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  await flag.fill('GUIDON{reading-you-five-by-five!}')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('10 points')

  await page.getByRole('link', { name: 'Scoreboard' }).click()
  const row = page.getByRole('row', { name: new RegExp(team) })
  await expect(row).toContainText('10')
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Solves in Preflight' })).toBeVisible()
  await page.goto('/my-team')
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  await page.goto('/')
  await returnToTab(page)
  await expect(page.getByRole('heading', { name: 'How to play' })).toBeVisible()
  expect(unknown).toEqual([])
})
