import { expect, type Page } from 'playwright/test'
import { type Scene, test, waitFor } from './desktop/fixture.ts'
import { watchPicture } from './desktop/watch.ts'

test.describe.configure({ mode: 'default' })

const rounds = 4
let logged: string[]

test.beforeEach(async ({ page, scene }) => {
  logged = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) logged.push(message.text())
  })
  await waitFor(async () => (await scene.desktops.get('alice')).status === 'running')
  await watchPicture(page)
  // A slow machine: what is shown for a moment is shown for long enough to be seen.
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
})
test.afterEach(({ scene }) => scene.line.shape(null))

const isShown = (page: Page) =>
  page.waitForFunction(() => {
    const last = globalThis.sights.at(-1)
    return last?.connected && last.picture === 'shown'
  })

/** Opens the desktop, and waits until its picture is there. */
async function open(page: Page, { desktops }: Scene) {
  const { url } = await desktops.get('alice')
  await page.goto(url ?? '')
  await isShown(page)
}

/** Moments at which the page said that all is well, and nothing was to be seen. */
const blackouts = (page: Page) =>
  page.evaluate(() => globalThis.sights.filter(at => at.connected && at.picture === 'none'))

test('connected is said when the picture is there, not before', async ({ page, scene }) => {
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    await open(page, scene)
    expect(await blackouts(page)).toEqual([])
  }
  expect(logged).toEqual([])
})

test('a slow line shows that it connects until the whole picture has come', async ({
  page,
  scene,
}) => {
  await open(page, scene)
  scene.line.cut()
  await page.waitForFunction(() => globalThis.sights.at(-1)?.connected === false)
  scene.line.shape({ bytesPerSecond: 8_000, delay: 200, jitter: 50 })
  scene.line.mend()
  await isShown(page)
  expect(await blackouts(page)).toEqual([])
})

test('the last picture stays through cuts, also of connections that showed none', async ({
  page,
  scene,
}) => {
  await open(page, scene)
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => globalThis.sights.splice(0))
    scene.line.cut()
    await page.waitForFunction(() => globalThis.sights.at(-1)?.connected === false)
    // Too slow for a picture: it is cut again while it comes.
    scene.line.shape({ bytesPerSecond: 2_000, delay: 0, jitter: 0 })
    scene.line.mend()
    await page.waitForFunction(() => document.querySelectorAll('#screen canvas').length === 2)
    scene.line.cut()
    scene.line.shape(null)
    scene.line.mend()
    await isShown(page)
    const seen = await page.evaluate(() => globalThis.sights.map(({ picture }) => picture))
    expect(seen).not.toContain('none')
  }
})

test('a picture that the graphics process took along when it died comes back', async ({
  page,
  scene,
}) => {
  await open(page, scene)
  await page.evaluate(() => globalThis.sights.splice(0))
  const cdp = await page.context().browser()?.newBrowserCDPSession()
  await cdp?.send('Browser.crashGpuProcess')
  await page.waitForFunction(() => globalThis.sights.some(({ connected }) => !connected))
  await isShown(page)
})

test('a window that is resized keeps its picture, and logs nothing', async ({ page, scene }) => {
  await open(page, scene)
  for (let round = 0; round < rounds; round++) {
    const width = 700 + 150 * (round % 4)
    await page.setViewportSize({ width, height: 500 + 60 * (round % 3) })
    await page.waitForFunction(
      wanted => document.querySelector<HTMLCanvasElement>('#screen canvas')?.width === wanted,
      // On each side there is room for the ring of the focus.
      width - 2 * 2,
    )
  }
  expect(await blackouts(page)).toEqual([])
  expect(logged).toEqual([])
})
