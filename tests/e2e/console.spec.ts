import type { Page, Request } from 'playwright/test'
import { plainPaths } from '../support/plain-paths.ts'
import { expect, newParticipant, test } from './test.ts'

/** For every answer that it shows, Firefox requests an icon, and it logs what a policy refuses. */
const answers = ['/v1/openapi.json', '/v1/nothing', '/files/nothing', '/desktop/files/nothing']
const outside = ['/oidc/auth', '/oidc/auth?client_id=nobody', '/oidc/session/end']
const withCode = '/challenge/preflight/radio-check'
const inside = [...plainPaths, withCode, '/challenge/no/thing', '/x']

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
  const scripts = watchScripts(page)
  for (const path of inside) {
    await page.goto(path)
    await expect(page.locator('main h1, main h2').first()).toBeVisible()
    // A block of code loads its button and its colours at last.
    if (path === withCode) await expect(page.getByRole('button', { name: /^Copy: / })).toBeVisible()
    await expect.poll(scripts).toBe(0)
  }
})

/** @returns how many scripts the page still loads. Firefox logs each one that the next page interrupts */
function watchScripts(page: Page): () => number {
  const loading = new Set<Request>()
  page.on('request', one => one.resourceType() === 'script' && loading.add(one))
  page.on('requestfinished', one => loading.delete(one))
  page.on('requestfailed', one => loading.delete(one))
  return () => loading.size
}
