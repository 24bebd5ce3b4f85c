import { expect, returnToTab, signUp, test } from '../test.ts'

test('a renewal while the database is away keeps the page and what was typed, and is made again', async ({
  page,
  console: logged,
}) => {
  logged.allow(/status of 503/)
  const name = await signUp(page)
  const field = page.getByLabel('Team name')
  await field.fill('Half a na')
  let asked = 0
  const twice = Promise.withResolvers<void>()
  // The platform's answer in this case; tests/platform/postgres/sign-in.test.ts checks it.
  await page.route('**/oidc/token', route => {
    asked++
    if (asked > 2) return route.continue()
    if (asked === 2) twice.resolve()
    const headers = { 'retry-after': '2', 'content-type': 'text/plain; charset=utf-8' }
    return route.fulfill({
      status: 503,
      headers,
      body: 'The database does not answer. Try again.\n',
    })
  })
  const redirects: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) redirects.push(request.url())
  })
  await page.route('**/v1/user', async route => {
    const answer =
      asked > 2
        ? route.continue()
        : route.fulfill({ status: 401, json: { ok: false, code: 'NOT_AUTHORIZED', message: '' } })
    await answer
  })
  await returnToTab(page)
  await twice.promise
  await expect.poll(() => asked).toBe(3)
  await expect(page.getByRole('heading', { name: `Hello, ${name}!` })).toBeVisible()
  await expect(field).toHaveValue('Half a na')
  expect(redirects).toEqual([])
})
