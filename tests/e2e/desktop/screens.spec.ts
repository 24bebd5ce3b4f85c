import { expect, type Page } from 'playwright/test'
import { twoFrames } from '../page/two-frames.ts'
import { type DesktopBackend, test, waitFor } from './fixture.ts'
import { liveCanvas, pictureIn } from './live-canvas.ts'
import { command, outputOf } from './terminal.ts'
import { watchPicture } from './watch.ts'

test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 700, height: 500 } })
/** Also runs in Firefox, by `npm run test:firefox`. */
const everywhere = { tag: '@every-browser' }
/** On each side there is room for the ring of the focus. */
const ring = 2 * 2

const isShown = (page: Page) =>
  page.waitForFunction(() => {
    const last = globalThis.sights.at(-1)
    return last?.connected && last.picture === 'shown'
  })

/** The size of what a page shows. */
const sizeOf = (page: Page) =>
  page.evaluate(selector => {
    const canvas = document.querySelector<HTMLCanvasElement>(selector)
    return [canvas?.width, canvas?.height]
  }, liveCanvas)
const expectSize = (page: Page, { width, height }: { width: number; height: number }) =>
  expect.poll(() => sizeOf(page)).toEqual([width - ring, height - ring])

/** The desktop in its own tab. */
async function openFirst(page: Page, { desktops }: DesktopBackend): Promise<void> {
  await waitFor(async () => (await desktops.get('alice')).status === 'running')
  await watchPicture(page)
  await page.goto((await desktops.get('alice')).url ?? '')
  await isShown(page)
  await pictureIn(page).click({ position: { x: 340, y: 200 } })
}

/** Opens the second screen as a user does: by the link in the panel of the picture. */
async function openSecond(first: Page, prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const picture = first.getByRole('button', { name: 'Picture' })
  await picture.focus()
  await picture.click()
  const href = await first.getByRole('link', { name: 'Open a second screen' }).getAttribute('href')
  await first.getByRole('button', { name: 'Close' }).click()
  const second = await first.context().newPage()
  await second.setViewportSize({ width: 600, height: 450 })
  await watchPicture(second)
  await prepare?.(second)
  await second.goto(href ?? '')
  await isShown(second)
  return second
}

/** The monitors of the desktop, as its programs see them: width, height, left, top. */
async function monitors(page: Page, backend: DesktopBackend): Promise<string[]> {
  await pictureIn(page).click({ position: { x: 340, y: 200 } })
  const said = await outputOf(page, backend, `xrandr | grep -oE ' [0-9]+x[0-9]+[+][0-9]+[+][0-9]+'`)
  return said.match(/\S+/g)?.sort() ?? []
}

/** Moves the clock past the time for which a platform waits for a page to come back. */
const pass = ({ clock }: DesktopBackend) => clock.advance(20_000)

test(
  'a second tab shows a screen beside the first one, and takes it along when it closes',
  everywhere,
  async ({ page, backend }) => {
    await openFirst(page, backend)
    const second = await openSecond(page)
    await expectSize(second, { width: 600, height: 450 })
    await expectSize(page, { width: 700, height: 500 })
    expect(await monitors(page, backend)).toEqual(['596x446+696+0', '696x496+0+0'])

    // Either tab is resized by itself.
    await page.setViewportSize({ width: 800, height: 400 })
    await expectSize(page, { width: 800, height: 400 })
    await expectSize(second, { width: 600, height: 450 })
    await second.setViewportSize({ width: 500, height: 480 })
    await expectSize(second, { width: 500, height: 480 })
    await expectSize(page, { width: 800, height: 400 })
    await page.bringToFront()
    expect(await monitors(page, backend)).toEqual(['496x476+796+0', '796x396+0+0'])

    // After a reload, it has a ticket from the first tab.
    await second.reload()
    await isShown(second)
    await expectSize(second, { width: 500, height: 480 })

    await second.close()
    await waitFor(async () => {
      pass(backend)
      return (await monitors(page, backend)).length === 1
    })
    expect(await monitors(page, backend)).toEqual(['796x396+0+0'])
    await expectSize(page, { width: 800, height: 400 })
  },
)

/** Where the terminal of the first page is in the whole desktop, from its left. */
async function terminalLeft(page: Page, backend: DesktopBackend): Promise<number> {
  const said = await outputOf(page, backend, `xwininfo -id $WINDOWID | grep 'Absolute.*X'`)
  return Number(said.split(':')[1])
}

test('a window is dragged onto the other screen, and goes back by keys', async ({
  page,
  backend,
}) => {
  await openFirst(page, backend)
  const second = await openSecond(page)
  await expectSize(second, { width: 600, height: 450 })
  await page.bringToFront()
  await pictureIn(page).click({ position: { x: 340, y: 200 } })
  // It takes half of the screen, so it can be moved.
  await page.keyboard.press('Meta+ArrowLeft')
  await expect.poll(async () => Number(await outputOf(page, backend, 'tput cols'))).toBeLessThan(40)
  expect(await terminalLeft(page, backend)).toBeLessThan(100)
  await page.keyboard.down('Alt')
  await page.mouse.move(100, 200)
  await page.mouse.down()
  // A hand makes many moves. noVNC sends at most one every 17 ms, and a window follows from the second one on.
  for (let x = 150; x <= 900; x += 50) {
    await page.mouse.move(x, 220)
    await twoFrames(page)
  }
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await expect.poll(() => terminalLeft(page, backend)).toBeGreaterThan(780)

  // A click on the terminal there gives it the second page's keyboard.
  await second.bringToFront()
  await pictureIn(second).click({ position: { x: 200, y: 200 } })
  await command(second, 'echo hello >from-second')
  await expect.poll(() => backend.home('from-second')).toBe('hello\n')
  await second.keyboard.press('Meta+Shift+ArrowLeft')
  await expect.poll(() => terminalLeft(second, backend)).toBeLessThan(600)
  await second.keyboard.press('Meta+ArrowUp')
  await second.close()
  pass(backend)
})

test('a page asks for the picture of its own screen only', async ({ page, backend }) => {
  const asked: number[][] = []
  await openFirst(page, backend)
  const second = await openSecond(page, async opened => {
    const cdp = await opened.context().newCDPSession(opened)
    await cdp.send('Network.enable')
    cdp.on('Network.webSocketFrameSent', ({ response }) => {
      const message = Buffer.from(response.payloadData, 'base64')
      // FramebufferUpdateRequest and EnableContinuousUpdates.
      if (response.opcode !== 2 || ![3, 150].includes(message[0] ?? 0)) return
      asked.push([2, 4, 6, 8].map(offset => message.readUInt16BE(offset)))
    })
  })
  await expectSize(second, { width: 600, height: 450 })
  // Before it knows where its screen is, it asks for one pixel.
  const own = [696, 0, 596, 446]
  for (const one of asked) expect([[0, 0, 1, 1], own]).toContainEqual(one)
  expect(asked).toContainEqual(own)
  await second.close()
  pass(backend)
})

test(
  'after a cut, both screens are as before, whichever page comes back first',
  everywhere,
  async ({ page, backend }) => {
    await openFirst(page, backend)
    const second = await openSecond(page)
    const before = await monitors(page, backend)
    expect(before).toHaveLength(2)
    for (const first of [page, second]) {
      backend.proxy.cut()
      for (const one of [page, second])
        await one.waitForFunction(() => globalThis.sights.at(-1)?.connected === false)
      backend.proxy.restore()
      await first.bringToFront()
      for (const one of [page, second]) await isShown(one)
      await expectSize(second, { width: 600, height: 450 })
      await page.bringToFront()
      expect(await monitors(page, backend)).toEqual(before)
    }
    await second.close()
    pass(backend)
  },
)

test('of two tabs of one screen, the one that is resized decides', async ({ page, backend }) => {
  await openFirst(page, backend)
  const other = await page.context().newPage()
  await other.setViewportSize({ width: 640, height: 480 })
  await watchPicture(other)
  await other.goto((await backend.desktops.get('alice')).url ?? '')
  await isShown(other)
  await expectSize(other, { width: 640, height: 480 })
  await expectSize(page, { width: 640, height: 480 })
  await page.setViewportSize({ width: 720, height: 520 })
  for (const one of [page, other]) await expectSize(one, { width: 720, height: 520 })
  await other.close()
  pass(backend)
})

test('a desktop that stops takes the second screen along, and starts with one', async ({
  page,
  backend,
}) => {
  await openFirst(page, backend)
  const second = await openSecond(page)
  await backend.desktops.stop('alice')
  await expect(second.getByText('The desktop was stopped.')).toBeVisible()
  await waitFor(async () => (await backend.desktops.get('alice')).status === 'stopped')
  await backend.desktops.start('alice')
  await waitFor(async () => (await backend.desktops.get('alice')).status === 'running')
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await isShown(page)
  await expectSize(page, { width: 700, height: 500 })
  expect(await monitors(page, backend)).toEqual(['696x496+0+0'])
  await second.bringToFront()
  await second.getByRole('button', { name: 'Reconnect' }).click()
  await isShown(second)
  await expectSize(second, { width: 600, height: 450 })
  await second.close()
  pass(backend)
})
