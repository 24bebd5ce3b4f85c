import { expect } from 'playwright/test'
import { renewDesktop, test } from './fixture.ts'
import { pictureIn } from './live-canvas.ts'
import { command, outputOf } from './terminal.ts'

test.describe.configure({ mode: 'default' })

// Other tests use the same desktop.
test.afterEach(({ backend }) => renewDesktop(backend))

test('typing into the open menu does not stop the desktop, and a yes does', async ({
  seat: { page, desktop },
  backend,
}) => {
  const status = async () => (await backend.desktops.get('alice')).status
  await outputOf(page, backend, 'echo ready')
  await page.keyboard.press('Meta+Space')
  await command(page, 'stop')
  // On a busy host, the window manager sometimes gives the keyboard to no window when it has closed the question.
  const canvas = pictureIn(desktop)
  const focus = () => canvas.click({ position: { x: 640, y: 560 } })
  expect(await outputOf(page, backend, 'echo here', focus)).toBe('here\n')
  expect(await status()).toBe('running')

  // Another process draws the question, perhaps only after a click.
  const yes = { x: 735, y: 338 }
  await expect(async () => {
    await page.keyboard.press('Meta+Space')
    await page.keyboard.type('s')
    await canvas.click({ position: yes })
    await expect.poll(status, { timeout: 1_000 }).toBe('stopped')
  }).toPass()
})
