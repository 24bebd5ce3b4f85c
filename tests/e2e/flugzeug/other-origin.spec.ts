import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { readPage, renderPage } from '../../../platform/site/page.ts'
import { findProgram } from '../../../scripts/browser.ts'
import { listen } from '../../support/servers/listen.ts'
import { pressEscapeTwice } from '../desktop/escape.ts'
import { pictureIn } from '../desktop/live-canvas.ts'
import { serveDist } from '../desktop/static.ts'
import { createDataFolder, type RunningPlatform, spawnPlatform } from '../platform.ts'
import { expect, onOwnPlatform, signIn, test } from '../test.ts'
import { withWholeChromium } from '../whole-chromium.ts'
import { builtApp } from '../worker/builds.ts'

test.skip(
  !findProgram('Xvnc'),
  'no Xvnc is installed here, so that the platform offers no Flugzeug',
)

// The headless shell does not scroll a page for what has the focus in a frame of another site.
test.use({
  launchOptions: [
    ({ browserName, launchOptions }, use) => use(withWholeChromium({ browserName, launchOptions })),
    { scope: 'worker' },
  ],
})

let app = ''
let platform: RunningPlatform | undefined

/** A host of static files with the app. For browsers, its name is of another site than that of the platform. */
async function openApp() {
  const files = serveDist(builtApp, '')
  const server = createServer(async (request, response) => {
    if (/\.\w+$/.test(request.url ?? '')) return files(request, response)
    const { origin: apiBaseUrl = '' } = platform ?? {}
    const oidcIssuerUrl = `${apiBaseUrl}/oidc`
    const config = { apiBaseUrl, oidcIssuerUrl, oidcClientId: 'guidon', idempotencyKeys: true }
    const { html, policy } = renderPage(await readPage(builtApp, 'index.html'), config)
    const type = 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(html)
  })
  app = `http://127.0.0.1:${await listen(server)}`
  return server
}

onOwnPlatform(async () => {
  const server = await openApp()
  const options = ['--host', 'localhost', '--cors-origins', app]
  const started = await spawnPlatform({ dataFolder: await createDataFolder(), options })
  platform = started
  const stop = () => {
    server.closeAllConnections()
    server.close()
    return started.stop()
  }
  return { ...started, origin: app, stop }
})

async function play(page: Page) {
  await signIn(page, 'alice')
  await page.getByLabel('Team name').fill('Lancers')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.locator('label', { hasText: 'Open' }).click()
  await page.getByRole('button', { name: 'Confirm choice' }).click()
}

test('an app on another site than its platform signs in there, and embeds its desktop', async ({
  page,
}) => {
  await play(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Flugzeug VM' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const desktop = page.frameLocator('iframe')
  await expect(pictureIn(desktop)).toBeVisible()
  const keys = desktop.locator('#keys')
  await expect(keys).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await pressEscapeTwice(keys)
  await expect(page.getByRole('button', { name: 'Type in the desktop' })).toBeFocused()
})
