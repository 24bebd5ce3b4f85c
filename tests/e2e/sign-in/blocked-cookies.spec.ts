import { expect, test } from '../test.ts'

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, firefoxUserPrefs: { 'network.cookie.cookieBehavior': 2 } }),
    { scope: 'worker' },
  ],
})

// Chromium has no such option on its command line: `storage.spec.ts` imitates it there.
test.skip(({ browserName }) => browserName !== 'firefox', 'a setting of Firefox')

test('a browser that blocks all cookies gets an explanation, and no error but that is logged', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(/The sign-in failed/)
  // Firefox says so by itself.
  logged.allow(/Storage access is restricted/)
  await page.goto('/')
  await expect(page.getByText('Open the site in a new tab.')).toBeVisible()
  await expect.poll(() => logged.messages.join()).toContain('The sign-in failed')
})
