import { failDiscovery } from '../page/rewrite.ts'
import { createAccount, expect, test } from '../test.ts'

/** The address of the form. */
const form = /\/oidc\/auth\/[^/]+\/sign-in$/

test('the sign-in form of a first visit is two requests away, and waits for none of the code', async ({
  page,
}) => {
  // The app could not begin the sign-in.
  await page.route('**/assets/*.js', () => {})
  const asked: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await expect(page.getByLabel('Username')).toBeEditable()
  expect(asked).toEqual(['/', '/oidc/auth'])
  // Loaded again, it is the same sign-in.
  await expect(page).toHaveURL(form)
  const address = page.url()
  await page.reload()
  await expect(page.getByLabel('Username')).toBeEditable()
  expect(page.url()).toBe(address)
})

test('the code of the app comes while the form is filled in, and not once more after it', async ({
  page,
}) => {
  const code = /\/assets\/app-[^/]*\.js$/
  const fetched = page.waitForRequest(
    request => code.test(request.url()) && request.frame().url().includes('/oidc/auth'),
  )
  await page.goto('/')
  await (await (await fetched).response())?.finished()
  await createAccount(page, 'early-code')
  await expect(page.getByRole('heading', { name: 'Hello, early-code!' })).toBeVisible()
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/app-[^/]*\.js$/.test(name))
      .map(entry => (entry as PerformanceResourceTiming).transferSize),
  )
  expect(sizes).toEqual([0])
})

test('after the sign-in, what the page reads is asked for at once, and no discovery', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  // If the app requested these only after the metadata, nothing would come.
  const others = ['/v1/user/team', '/v1/event'].map(path => page.waitForRequest(`**${path}`))
  await page.route('**/v1/metadata', async route => {
    await Promise.all(others)
    await route.continue()
  })
  await page.goto('/my-team?x=1')
  await createAccount(page, 'first-visitor')
  await expect(page.getByRole('heading', { name: 'Hello, first-visitor!' })).toBeVisible()
  expect(asked.filter(url => url.includes('.well-known'))).toEqual([])
  expect(asked.filter(url => url.endsWith('/v1/metadata'))).toHaveLength(1)
  // Nothing is left of what checked the answer.
  expect(
    await page.evaluate(() =>
      Object.keys(sessionStorage).filter(key => /^oidc\.(?!user)/.test(key)),
    ),
  ).toEqual([])
})

test('a sign-in that cannot begin stops nothing else that the page loads', async ({
  page,
  console: logged,
}) => {
  logged.allow(/status of 500|The sign-in failed: /)
  await failDiscovery(page)
  const { promise: failed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/v1/event/logo*', async route => {
    await failed
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('Sign-in failed.')).toBeVisible()
  goOn()
  await page.waitForLoadState('load')
  const logo = page.locator('h1 img')
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})
