import { hash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { type DesktopBackend, type Seat, test } from './fixture.ts'
import { pictureIn } from './live-canvas.ts'

test.describe.configure({ mode: 'default' })
test.afterEach(({ backend }) => {
  backend.proxy.restore()
  backend.proxy.shape(null)
})
const everywhere = { tag: '@every-browser' }

/** By the keyboard alone, as the help says. */
async function openFiles({ page, desktop }: Seat) {
  const button = desktop.getByRole('button', { name: 'Files' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(desktop.getByRole('button', { name: 'Choose files' })).toBeVisible()
}
const digest = (bytes: Uint8Array) => hash('sha256', bytes)

/** At this speed, the whole file takes a minute, so that the connection can be cut in the middle. */
const slow = { bytesPerSecond: 50_000, delay: 0, jitter: 0 }
const bytes = randomBytes(3_000_000)

const movedIn = (desktop: Seat['desktop'], name: string) => () =>
  desktop
    .getByRole('progressbar', { name })
    .evaluate(element => (element as HTMLProgressElement).value)

/** Cuts the connection, and restores it when the page has shown the cut. */
async function cutOnce({ desktop }: Seat, { proxy }: DesktopBackend) {
  proxy.cut()
  await expect(desktop.getByText(/^Connection lost. Reconnecting… \d/)).toBeVisible()
  proxy.shape(null)
  proxy.restore()
}

test(
  'a file goes in, though the connection is cut in between',
  everywhere,
  async ({ seat, backend }, { project }) => {
    const { desktop } = seat
    const name = `capture-${project.name}.pcap`
    await openFiles(seat)
    backend.proxy.shape(slow)
    await desktop
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
    await expect.poll(movedIn(desktop, name)).toBeGreaterThan(0)
    await cutOnce(seat, backend)
    await expect(desktop.getByText('~/Downloads', { exact: true })).toBeVisible()
    expect(digest(await readFile(await backend.homePath(`Downloads/${name}`)))).toBe(digest(bytes))
  },
)

// Over BiDi, Firefox saves nothing and reports no error.
test('a file comes out, though the connection is cut in between', async ({ seat, backend }) => {
  const { page, desktop } = seat
  const name = 'night.pcap'
  await mkdir(await backend.homePath('Downloads'), { recursive: true })
  await writeFile(await backend.homePath(`Downloads/${name}`), bytes)
  await openFiles(seat)
  await desktop.getByRole('button', { name: 'Downloads/' }).click()
  backend.proxy.shape(slow)
  const saved = page.waitForEvent('download')
  await desktop.getByRole('button', { name: `Download ${name}` }).click()
  await expect(desktop.getByRole('progressbar', { name })).toBeVisible()
  await cutOnce(seat, backend)
  expect(digest(await readFile(await (await saved).path()))).toBe(digest(bytes))
  await expect(desktop.getByText('Downloaded')).toBeVisible()
})

test('a file that is dropped onto the picture lies in ~/Downloads', async ({ seat, backend }) => {
  const { desktop } = seat
  await pictureIn(desktop).evaluate(canvas => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt'))
    for (const type of ['dragover', 'drop'])
      canvas.dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }),
      )
  })
  await expect(desktop.getByText(`~/Downloads`, { exact: true })).toBeVisible()
  expect(await backend.home('Downloads/dropped.txt')).toBe('dropped')
})
