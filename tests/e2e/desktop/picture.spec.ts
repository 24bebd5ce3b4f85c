import { expect, type Page } from 'playwright/test'
import { depth } from '../../support/depth.ts'
import { type DesktopBackend, test, waitFor } from './fixture.ts'
import { liveCanvas } from './live-canvas.ts'
import { watchPicture } from './watch.ts'

test.describe.configure({ mode: 'default' })

const rounds = depth > 1 ? 4 : 2
/** Also runs in `npm run test:long`. */
const long = { tag: '@long' }
let logged: string[]

test.beforeEach(async ({ page, backend }) => {
  logged = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) logged.push(message.text())
  })
  await waitFor(async () => (await backend.desktops.get('alice')).status === 'running')
  await watchPicture(page)
  // On a slow processor, a short moment is long enough to be seen.
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
})
test.afterEach(({ backend }) => backend.proxy.shape(null))

const isShown = (page: Page) =>
  page.waitForFunction(() => {
    const last = globalThis.sights.at(-1)
    return last?.connected && last.picture === 'shown'
  })

/** Opens the desktop, and waits until its picture is there. */
async function open(page: Page, { desktops }: DesktopBackend) {
  const { url } = await desktops.get('alice')
  await page.goto(url ?? '')
  await isShown(page)
}

/** Moments at which the page seemed connected, but nothing was visible. */
const blackouts = (page: Page) =>
  page.evaluate(() => globalThis.sights.filter(at => at.connected && at.picture === 'none'))

test('connected is said when the picture is there, not before', long, async ({ page, backend }) => {
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    await open(page, backend)
    expect(await blackouts(page)).toEqual([])
  }
  expect(logged).toEqual([])
})

test('a slow connection shows that it connects until the whole picture has come', async ({
  page,
  backend,
}) => {
  await open(page, backend)
  backend.proxy.cut()
  await page.waitForFunction(() => globalThis.sights.at(-1)?.connected === false)
  backend.proxy.shape({ bytesPerSecond: 8_000, delay: 200, jitter: 50 })
  backend.proxy.restore()
  await isShown(page)
  expect(await blackouts(page)).toEqual([])
})

test(
  'the last picture stays through cuts, also of connections that showed none',
  long,
  async ({ page, backend }) => {
    await open(page, backend)
    for (let round = 0; round < rounds; round++) {
      await page.evaluate(() => globalThis.sights.splice(0))
      backend.proxy.cut()
      await page.waitForFunction(() => globalThis.sights.at(-1)?.connected === false)
      // Too slow for a whole picture: the next cut comes during it.
      backend.proxy.shape({ bytesPerSecond: 2_000, delay: 0, jitter: 0 })
      backend.proxy.restore()
      await page.waitForFunction(() => document.querySelectorAll('#screen canvas').length === 2)
      backend.proxy.cut()
      backend.proxy.shape(null)
      backend.proxy.restore()
      await isShown(page)
      const seen = await page.evaluate(() => globalThis.sights.map(({ picture }) => picture))
      expect(seen).not.toContain('none')
    }
  },
)

test('a picture that the graphics process took along when it died comes back', async ({
  page,
  backend,
}) => {
  await open(page, backend)
  await page.evaluate(() => globalThis.sights.splice(0))
  const cdp = await page.context().browser()?.newBrowserCDPSession()
  await cdp?.send('Browser.crashGpuProcess')
  await page.waitForFunction(() => globalThis.sights.some(({ connected }) => !connected))
  await isShown(page)
})

/** Lets the pictures of the stream wait until they are released: on a busy host, decoding takes as long. */
function holdPictures() {
  const { get: isComplete } =
    Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'complete') ?? {}
  const waiting: (() => void)[] = []
  let messages = 0
  // Makes each part look like a photo to the page. After the page has seen text, no picture needs decoding.
  const { getImageData } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.getImageData = function (...area) {
    const pixels = getImageData.apply(this, area)
    if (pixels.width === 64) crypto.getRandomValues(pixels.data)
    return pixels
  }
  globalThis.pictures = {
    isPaused: false,
    count: () => waiting.length,
    messagesBehind: () => messages,
    release() {
      this.isPaused = false
      for (const goOn of waiting.splice(0)) goOn()
    },
  }
  Object.defineProperty(HTMLImageElement.prototype, 'complete', {
    get() {
      return !globalThis.pictures.isPaused && isComplete?.call(this)
    },
  })
  HTMLImageElement.prototype.addEventListener = function (type: string, hear: unknown) {
    if (globalThis.pictures.isPaused) waiting.push(() => (hear as () => void).call(this))
    else EventTarget.prototype.addEventListener.call(this, type, hear as EventListener)
  }
  globalThis.WebSocket = class extends WebSocket {
    constructor(...address: ConstructorParameters<typeof WebSocket>) {
      super(...address)
      this.addEventListener('message', () => {
        if (waiting.length > 0) messages++
      })
    }
  }
}
declare global {
  var pictures: {
    isPaused: boolean
    /** Pictures that wait. */
    count(): number
    /** How many messages came from the server while pictures waited. */
    messagesBehind(): number
    release(): void
  }
}

test('a picture that is drawn after its connection has ended logs nothing', async ({
  page,
  backend,
}) => {
  await page.addInitScript(holdPictures)
  await open(page, backend)
  await page.evaluate(() => {
    globalThis.pictures.isPaused = true
  })
  await page.setViewportSize({ width: 900, height: 600 })
  await page.waitForFunction(() => globalThis.pictures.count() > 0)
  // The next picture, which may be there already, waits until the previous one is drawn.
  await page.setViewportSize({ width: 700, height: 500 })
  await page.waitForFunction(() => globalThis.pictures.messagesBehind() > 0)
  backend.proxy.cut()
  await page.waitForFunction(() => globalThis.sights.at(-1)?.connected === false)
  await page.evaluate(() => globalThis.pictures.release())
  backend.proxy.restore()
  await isShown(page)
  // The browser itself logs that the connection was cut.
  const isOfCut = (text: string) => /WebSocket connection|Failed to load resource/.test(text)
  expect(logged.filter(text => !isOfCut(text))).toEqual([])
})

test(
  'a window that is resized keeps its picture, and logs nothing',
  long,
  async ({ page, backend }) => {
    await open(page, backend)
    for (let round = 0; round < rounds; round++) {
      const width = 700 + 150 * (round % 4)
      await page.setViewportSize({ width, height: 500 + 60 * (round % 3) })
      await page.waitForFunction(
        ([canvas, wanted]) => document.querySelector<HTMLCanvasElement>(canvas)?.width === wanted,
        // On each side there is room for the ring of the focus.
        [liveCanvas, width - 2 * 2] as const,
      )
    }
    expect(await blackouts(page)).toEqual([])
    expect(logged).toEqual([])
  },
)
