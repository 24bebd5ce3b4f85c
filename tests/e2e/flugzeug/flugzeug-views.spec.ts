import type { Browser, Page } from 'playwright/test'
import { findProgram } from '../../../scripts/browser.ts'
import { pictureIn } from '../desktop/live-canvas.ts'
import { accessToken } from '../page/access-token.ts'
import { expect, newAccount, newParticipant, test } from '../test.ts'

test.skip(
  !findProgram('Xvnc'),
  'no Xvnc is installed here, so that the platform offers no Flugzeug',
)

/** Another participant, in a browser of their own. */
async function another(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
  return context.newPage()
}

async function call(page: Page, method: string, path: string, data?: object) {
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  return page.request.fetch(path, { method, headers, data, failOnStatusCode: true })
}

test.describe('on a phone, in German', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the button to the desktop has one line', async ({ page }) => {
    await newParticipant(page)
    await page.evaluate(() => localStorage.setItem('lang', 'de'))
    const url = new URL('/desktop.html', page.url()).href
    const json = { status: 'running', stopTimestamp: null, url }
    await page.route('**/v1/user/flugzeug', route => route.fulfill({ json }))
    await page.goto('/flugzeug')
    const bar = page.getByRole('region', { name: 'Dein Desktop' }).locator('> :first-child')
    const buttons = bar.getByRole('button')
    await expect(buttons).toHaveCount(2)
    const [entry, fullscreen] = await buttons.evaluateAll(all => all.map(it => it.clientHeight))
    expect(entry).toBe(fullscreen)
  })
})

test('a team mate watches a desktop by a link, cannot type, is seen, and is sent away', async ({
  page,
  browser,
  baseURL,
}) => {
  await newParticipant(page)
  const { joinToken } = await (await call(page, 'GET', '/v1/user/team')).json()
  const mate = await another(browser, baseURL)
  const { name } = await newAccount(mate)
  await call(mate, 'POST', '/v1/teams/join', { joinToken })

  await page.goto('/flugzeug')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const own = page.frameLocator('iframe')
  await expect(pictureIn(own)).toBeVisible()

  const open = async () => {
    const opener = own.getByRole('button', { name: 'Let team mates watch' })
    await opener.focus()
    await opener.click()
  }
  await open()
  await own.getByRole('button', { name: 'Create link' }).click()
  const link = (await own.locator('code').textContent()) ?? ''
  expect(link).toMatch(/\/flugzeug#view=[\w-]{32}$/)

  const view = mate.frameLocator('iframe')
  await test.step('the team mate sees the picture, and the owner sees the team mate', async () => {
    await mate.goto(link)
    await expect(mate.getByRole('heading', { name: /^Desktop of / })).toBeVisible()
    await expect(pictureIn(view)).toBeVisible()
    // The address does not contain the link.
    expect(mate.url()).toBe(`${baseURL}/flugzeug`)
    await expect(own.getByText(`${name} is watching`)).toBeVisible()
    await expect(view.getByRole('button', { name: 'Clipboard' })).toHaveCount(0)
  })

  await test.step('a reload watches again', async () => {
    await mate.reload()
    await expect(pictureIn(view)).toBeVisible()
  })

  await test.step('somebody of another team gets nothing by the same link', async () => {
    const stranger = await another(browser, baseURL)
    await newParticipant(stranger)
    await stranger.goto(link)
    await expect(stranger.getByText('This desktop is not shared.')).toBeVisible()
    await stranger.context().close()
  })

  await test.step('when the owner stops sharing, the team mate sees no more of it', async () => {
    await own.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(mate.getByText('This desktop is not shared.')).toBeVisible()
    await expect(own.getByText('is watching')).toBeHidden()
    await mate.getByRole('button', { name: 'Back to your own desktop' }).click()
    await expect(mate.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  })
  await call(page, 'DELETE', '/v1/user/flugzeug')
  await mate.context().close()
})
