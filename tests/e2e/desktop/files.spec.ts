import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { type Seat, test } from './fixture.ts'

test.describe.configure({ mode: 'default' })
test.afterEach(({ scene }) => {
  scene.line.mend()
  scene.line.shape(null)
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

test(
  'a file goes in and out, though the line is cut in between',
  everywhere,
  async ({ seat, scene }, { project }) => {
    const { page, desktop } = seat
    const bytes = randomBytes(3_000_000)
    const name = `capture-${project.name}.pcap`
    await openFiles(seat)
    // A minute for the whole file: it is cut in the middle.
    const slow = { bytesPerSecond: 50_000, delay: 0, jitter: 0 }
    scene.line.shape(slow)
    await desktop
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
    const progress = desktop.getByRole('progressbar', { name })
    const moved = () => progress.evaluate(element => (element as HTMLProgressElement).value)
    await expect.poll(moved).toBeGreaterThan(0)
    scene.line.cut()
    await expect(desktop.getByText(/^Connection lost. Reconnecting… \d/)).toBeVisible()
    scene.line.shape(null)
    scene.line.mend()
    await expect(desktop.getByText(`~/Downloads`, { exact: true })).toBeVisible()
    expect(digest(await scene.homeBytes(`Downloads/${name}`))).toBe(digest(bytes))

    await desktop.getByRole('button', { name: 'Downloads/' }).click()
    scene.line.shape(slow)
    const saved = page.waitForEvent('download')
    await desktop.getByRole('button', { name: `Download ${name}` }).click()
    await expect.poll(moved).toBeGreaterThanOrEqual(0)
    scene.line.cut()
    await expect(desktop.getByText(/^Connection lost. Reconnecting… \d/)).toBeVisible()
    scene.line.shape(null)
    scene.line.mend()
    const path = await (await saved).path()
    expect(digest(await readFile(path))).toBe(digest(bytes))
    await expect(desktop.getByText('Downloaded')).toBeVisible()
  },
)

test('a file that is dropped onto the picture lies in ~/Downloads', async ({ seat, scene }) => {
  const { desktop } = seat
  await desktop.locator('#screen canvas').evaluate(canvas => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt'))
    for (const type of ['dragover', 'drop'])
      canvas.dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }),
      )
  })
  await expect(desktop.getByText(`~/Downloads`, { exact: true })).toBeVisible()
  expect(await scene.home('Downloads/dropped.txt')).toBe('dropped')
})
