import { findProgram } from '../../../scripts/browser.ts'
import { pressEscapeTwice } from '../desktop/escape.ts'
import { pictureIn } from '../desktop/live-canvas.ts'
import { watchShaking } from '../page/shaking.ts'
import { copyAllowedSteps } from '../page/steps-taken.ts'
import { expect, playing, test } from '../test.ts'

test.skip(
  !findProgram('Xvnc'),
  'no Xvnc is installed here, so that the platform offers no Flugzeug',
)

test('a desktop is started, used, refused more time, stopped, and reset', async ({ page }) => {
  await playing(page)
  await page.getByRole('link', { name: 'Flugzeug VM', exact: true }).click()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const frame = page.getByTitle('Your desktop')
  const desktop = page.frameLocator('iframe')
  const keyboard = desktop.getByRole('textbox', { name: /^Keyboard of the desktop/ })
  await button('Start').click()

  await test.step('it is embedded as soon as it runs, and shows its picture', async () => {
    await expect(frame).toBeVisible()
    await expect(pictureIn(desktop)).toBeVisible()
    // Four hours end a minute after the start, and only whole hours are shown.
    await expect(page.getByText(/^[34] h left$/)).toBeVisible()
  })

  await test.step('the keyboard goes in by itself, comes out by Esc Esc, and goes back', async () => {
    await expect(frame).toBeFocused()
    await expect(keyboard).toBeFocused()
    await pressEscapeTwice(keyboard)
    await expect(button('Type in the desktop')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(keyboard).toBeFocused()
    await pressEscapeTwice(keyboard)
    await expect(button('Type in the desktop')).toBeFocused()
  })

  await test.step('a touch screen is not told of a key that it does not have', async () => {
    const wayOut = page.getByText('brings the keyboard back here')
    await expect(wayOut).toBeVisible()
    const devtools = await page.context().newCDPSession(page)
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
    const phone = { width, height, deviceScaleFactor: 1, mobile: true }
    await devtools.send('Emulation.setDeviceMetricsOverride', phone)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await expect(wayOut).toBeHidden()
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await devtools.send('Emulation.clearDeviceMetricsOverride')
    await expect(wayOut).toBeVisible()
  })

  await test.step('a poll does not reload it', async () => {
    const src = await frame.getAttribute('src')
    const loads: string[] = []
    page.on('request', request => {
      if (request.url().includes('/desktop.html')) loads.push(request.url())
    })
    await page.waitForResponse(response => response.url().endsWith('/v1/user/flugzeug'))
    await page.waitForResponse(response => response.url().endsWith('/v1/user/flugzeug'))
    expect([await frame.getAttribute('src'), loads]).toEqual([src, []])
  })

  await test.step('its own button fills the screen, and leaves it', async () => {
    await desktop.getByRole('button', { name: 'Fullscreen' }).press('Enter')
    await page.waitForFunction(() => document.fullscreenElement?.tagName === 'IFRAME')
    await expect(keyboard).toBeFocused()
    await pressEscapeTwice(keyboard)
    await expect(frame).toBeFocused()
    await desktop.getByRole('button', { name: 'Fullscreen' }).press('Enter')
    await page.waitForFunction(() => document.fullscreenElement === null)
  })

  await test.step('more time is refused while there is enough, and the button shakes', async () => {
    const response = page.waitForResponse(response => response.url().endsWith('/prolong'))
    const shaken = await watchShaking(page)
    await button('Extend runtime').click()
    await expect(shaken).toHaveText(/Extend runtime/)
    await expect(page.getByText(/^You can extend it from \d/)).toBeVisible()
    expect((await response).status()).toBe(400)
  })

  await test.step('it is stopped, and resumed', async () => {
    await button('Stop').click()
    await expect(button('Start')).toBeVisible()
    await expect(frame).toHaveCount(0)
    await button('Start').click()
    await expect(pictureIn(desktop)).toBeVisible()
  })

  await test.step('it is reset after a question', async () => {
    await button('Reset').click()
    await button('Keep it').click()
    await expect(frame).toBeVisible()
    await button('Reset').click()
    await button('Delete everything').click()
    await expect(button('Start')).toBeVisible()
    await expect(button('Reset')).toHaveCount(0)
  })

  await test.step('its machines did what they allow', async () => {
    const { entries } = await copyAllowedSteps(page)
    expect(entries.filter(({ machine }) => machine === 'flugzeug').length).toBeGreaterThan(20)
  })
})
