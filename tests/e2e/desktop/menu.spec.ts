import { expect } from 'playwright/test'
import { renewDesktop, test } from './fixture.ts'
import { command, outputOf } from './terminal.ts'

test.describe.configure({ mode: 'default' })

// Other tests use the same desktop.
test.afterEach(({ scene }) => renewDesktop(scene))

test('typing into the open menu does not stop the desktop, and a yes does', async ({
  seat: { page, desktop },
  scene,
}) => {
  const status = async () => (await scene.desktops.get('alice')).status
  await outputOf(page, scene, 'echo ready')
  await page.keyboard.press('Meta+Space')
  await command(page, 'stop')
  // The terminal has the keyboard again.
  expect(await outputOf(page, scene, 'echo here')).toBe('here\n')
  expect(await status()).toBe('running')

  // Another process draws the question, perhaps only after a click.
  const yes = { x: 735, y: 338 }
  await expect(async () => {
    await page.keyboard.press('Meta+Space')
    await page.keyboard.type('s')
    await desktop.locator('#screen canvas').click({ position: yes })
    await expect.poll(status, { timeout: 1_000 }).toBe('stopped')
  }).toPass()
})
