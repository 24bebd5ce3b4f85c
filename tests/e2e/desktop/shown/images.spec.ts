import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from 'playwright/test'
import { png } from '../../../support/png.ts'
import type { Seat } from '../fixture.ts'
import type { Keyboard } from '../keyboard.ts'
import { pictureIn } from '../live-canvas.ts'
import { test } from './real-keyboard.ts'

test.describe.configure({ mode: 'default' })
// No browser lets the page read the clipboard by itself; Chromium asks for a permission to write an image.
test.use({
  permissions: async ({ browserName }, use) =>
    use(browserName === 'chromium' ? ['clipboard-write'] : undefined),
})
const everywhere = { tag: '@every-browser' }

/** Width and height from the header of a PNG. */
const sizeOf = (png: Buffer) =>
  png.length < 24 ? null : [png.readUInt32BE(16), png.readUInt32BE(20)]

/** What a program does for a screenshot on the participant's computer. */
async function copyOutside({ display }: Keyboard, png: Buffer) {
  const program = spawn(
    'xclip',
    ['-display', display, '-selection', 'clipboard', '-t', 'image/png'],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  program.stdin.end(png)
  await once(program, 'exit')
}

/** The image in the clipboard of the participant's computer. */
async function copiedOutside({ display }: Keyboard) {
  const asked = ['-display', display, '-selection', 'clipboard', '-t', 'image/png', '-o']
  const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const
  const { stdout } = await promisify(execFile)('xclip', asked, options).catch(() => ({
    stdout: Buffer.alloc(0),
  }))
  return sizeOf(stdout)
}

/** By the keyboard: the bar may be hidden. */
async function openClipboard({ page, desktop }: Seat) {
  await desktop.getByRole('button', { name: 'Clipboard', exact: true }).focus()
  await page.keyboard.press('Enter')
}

test(
  'an image that was copied outside is what the desktop pastes',
  everywhere,
  async ({ seat: { page, desktop }, backend, keyboard }, { project }) => {
    await keyboard.setLayout('us')
    await copyOutside(keyboard, png({ width: 320, height: 200 }))
    await pictureIn(desktop).click({ position: { x: 640, y: 300 } })
    // With Shift, Chromium pastes texts only.
    await keyboard.press('ControlLeft+KeyV')
    await expect(desktop.getByText('Your image is in the desktop’s clipboard.')).toBeVisible()
    // Bash takes Ctrl V as a quote of the next key. Ctrl U deletes the line. Ctrl C would, too, but keys that come before
    // bash has handled it are lost.
    await page.keyboard.type('x')
    await page.keyboard.press('Control+u')
    const file = `pasted-${project.name}`
    await page.keyboard.type(
      `xclip -selection clipboard -t image/png -o | base64 -w0 >${file}.part; mv ${file}.part ${file}\n`,
    )
    await expect
      .poll(async () => sizeOf(Buffer.from((await backend.home(file)) ?? '', 'base64')))
      .toEqual([320, 200])
  },
)

test(
  'an image that was copied in the desktop goes out by a click',
  everywhere,
  async ({ seat, backend, keyboard }, { project }) => {
    const { page, desktop } = seat
    const copied = `copied-${project.name}`
    await writeFile(await backend.homePath('shot.png'), png({ width: 120, height: 90 }))
    await page.keyboard.type(
      `xclip -selection clipboard -t image/png -i shot.png; touch ${copied}\n`,
    )
    await expect.poll(() => backend.home(copied)).toBe('')
    await openClipboard(seat)
    await expect(desktop.getByRole('img', { name: 'Image, 120 × 90 pixels' })).toBeVisible()
    await desktop.getByRole('button', { name: 'Copy image' }).click()
    await expect(desktop.getByRole('button', { name: 'Copied' })).toBeVisible()
    await expect.poll(() => copiedOutside(keyboard)).toEqual([120, 90])
  },
)
