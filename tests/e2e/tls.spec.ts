import { findProgram } from '../../scripts/browser.ts'
import { proxyAddress, startTlsProxy } from '../support/servers/tls-proxy.ts'
import { pictureIn } from './desktop/live-canvas.ts'
import { createDataFolder, spawnPlatform } from './platform.ts'
import { expect, onOwnPlatform, signIn, signUpByPage, test } from './test.ts'

/** The platform behind a proxy with TLS, as participants on other hosts use it. */
let proxy: Awaited<ReturnType<typeof startTlsProxy>>
onOwnPlatform(async () => {
  proxy = await startTlsProxy()
  const options = ['--origin', proxy.origin, '--trusted-proxies', proxyAddress]
  const platform = await spawnPlatform({ dataFolder: await createDataFolder(), options })
  proxy.passTo(platform.port)
  return platform
})
test.afterAll(() => proxy.close())
test.use({ ignoreHTTPSErrors: true })

test('signs in, stays signed in, and sits at a desktop, all by TLS', async ({ page, context }) => {
  const plain: string[] = []
  page.on('request', request => {
    if (/^(http|ws):/.test(request.url())) plain.push(request.url())
  })
  page.on('websocket', socket => {
    if (socket.url().startsWith('ws:')) plain.push(socket.url())
  })

  const name = await signUpByPage(page)
  await page.getByLabel('Team name').fill(`Team of ${name}`)
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.locator('label', { hasText: 'Open' }).click()
  await page.getByRole('button', { name: 'Confirm choice' }).click()
  const howToPlay = page.getByRole('heading', { name: 'How to play' })
  await expect(howToPlay).toBeVisible()
  await page.reload()
  await expect(howToPlay).toBeVisible()
  const cookies = await context.cookies()
  expect(cookies.filter(({ name }) => name.startsWith('guidon_')).length).toBeGreaterThan(0)
  expect(cookies.filter(({ secure }) => !secure)).toEqual([])

  if (findProgram('Xvnc')) {
    await page.getByRole('link', { name: 'Flugzeug VM', exact: true }).click()
    const socket = page.waitForEvent('websocket')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(pictureIn(page.frameLocator('iframe'))).toBeVisible()
    expect((await socket).url()).toMatch(/^wss:/)
  }

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  await signIn(page, 'alice')
  await expect(page.getByRole('heading', { name: 'Hello, alice!' })).toBeVisible()
  expect(plain).toEqual([])
})
