import { plainPaths } from '../support/plain-paths.ts'
import { expect, newParticipant, test } from './test.ts'

/** For every answer that it shows, Firefox requests an icon, and it logs what a policy refuses. */
const answers = ['/v1/openapi.json', '/v1/nothing', '/files/nothing', '/desktop/files/nothing']
const outside = ['/oidc/auth', '/oidc/auth?client_id=nobody', '/oidc/session/end']
const inside = [...plainPaths, '/challenge/preflight/radio-check', '/challenge/no/thing', '/x']

/** As in any test, a page that logs an error or a warning fails it. */
test('no page and no answer logs that a policy refused something', {
  tag: '@every-browser',
}, async ({ page, browserName }) => {
  test.skip(browserName !== 'firefox', 'Chromium logs each answer of an error')
  await page.goto('/')
  await page.getByLabel('Username').pressSequentially('nobody')
  await page.getByLabel('Password').pressSequentially('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  for (const path of [...answers, ...outside]) await page.goto(path)
  // The last page sends a form by itself. That would interrupt the next page.
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await newParticipant(page)
  for (const path of inside) {
    await page.goto(path)
    await expect(page.locator('main h1, main h2').first()).toBeVisible()
  }
})
