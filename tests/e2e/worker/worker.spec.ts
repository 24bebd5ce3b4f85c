import type { Page } from 'playwright/test'
import { expect, playing, signUpByPage, test } from '../test.ts'
import { asAtFirst, harms, openSite, type Site } from './site.ts'

let site: Site
test.beforeAll(async () => {
  site = await openSite()
})
test.afterAll(() => site.close())
test.use({
  serviceWorkers: 'allow',
  // The runner also reads it before `beforeAll`.
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures here
  baseURL: async ({}, use) => use((site as Site | undefined)?.origin),
})
test.beforeEach(() => {
  Object.assign(site.now, asAtFirst)
})

/** The build that a page shows. */
const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.files)

/** The kept paths, by cache. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const paths = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    const names = await caches.keys()
    return Object.fromEntries(
      await Promise.all(names.map(async name => [name, await paths(name)] as const)),
    )
  })

/** The build whose page is kept. */
const keptBuild = (page: Page) =>
  page.evaluate(async () => {
    const html = await (await caches.match('/', { cacheName: 'guidon.page' }))?.text()
    return /data-files="([^"]+)"/.exec(html ?? '')?.[1]
  })

const isRegistered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)

/** Waits until the service worker keeps the app, and answers for this page. */
const untilKept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise(resolve =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })

/** Opens a page, and waits for the last file that it loads: Firefox logs a request that ends because its page is left. */
async function openWhole(page: Page, path: string) {
  site.asked.length = 0
  await page.goto(path)
  await expect.poll(() => site.asked).toContain('/v1/live')
}

const howToPlay = (page: Page) => page.getByRole('heading', { name: 'How to play' })

/** What browsers log of a site that is down, or of a file that ends half-way. */
const ofLoss =
  /Failed to load resource|ERR_|NetworkError|can’t establish|CORS|Loading failed|integrity|dynamically imported|preload/i

test('a visit without a connection shows the app, which goes on when the connection is back', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofLoss)
  await playing(page)
  await untilKept(page)
  site.now.isDown = true
  await page.goto('/challenge/web/hangar-search')
  await expect(page.getByRole('dialog', { name: 'Network connectivity issues' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  site.now.isDown = false
  await expect(page.getByRole('heading', { name: 'Hangar Search' })).toBeVisible()
})

test('a visit again fetches no page and no file before it is shown, and only what is listed is answered', async ({
  page,
}) => {
  await playing(page)
  await untilKept(page)
  site.asked.length = 0
  for (const path of ['/', '/scoreboard', '/challenge/web/hangar-search', '/?a=1']) {
    const response = await page.goto(path)
    expect([path, response?.fromServiceWorker()]).toEqual([path, true])
    expect(response?.headers()['content-security-policy']).toContain("script-src 'self' 'sha256-")
  }
  await expect(howToPlay(page)).toBeVisible()
  expect(site.asked.filter(path => /^\/assets\/.*\.(js|css)$/.test(path))).toEqual([])
  for (const path of [
    '/desktop.html',
    '/v1/health',
    '/oidc/.well-known/openid-configuration',
    '/nothing/here',
  ]) {
    const response = await page.goto(path)
    expect([path, response?.fromServiceWorker()]).toEqual([path, false])
    expect(site.asked).toContain(path)
  }
})

test('a new build is shown at the next visit, and a tab of the old one keeps its files', async ({
  page,
  context,
}) => {
  await playing(page)
  await untilKept(page)
  await page.reload()
  await expect(howToPlay(page)).toBeVisible()
  const first = await buildOf(page)

  // The files of the first build are gone from the site.
  site.now.build = 'next'
  // A tab that the first one opens has its session.
  const opened = context.waitForEvent('page')
  await page.evaluate(() => void window.open('/'))
  const other = await opened
  await expect(howToPlay(other)).toBeVisible()
  expect(await buildOf(other)).toBe(first)
  await expect.poll(() => keptBuild(other)).not.toBe(first)
  await other.goto('/scoreboard')
  const next = await buildOf(other)
  expect(next).not.toBe(first)

  await page.getByRole('navigation').getByRole('link', { name: 'Scoreboard' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  expect(await buildOf(page)).toBe(first)
  const builds = async () => Object.keys(await keptPaths(other)).sort()
  expect(await builds()).toEqual(
    [`guidon.files ${first}`, `guidon.files ${next}`, 'guidon.page'].sort(),
  )

  // Nobody uses the first build any more. Each visit checks that, and the browser may count a tab
  // for a while after it is closed.
  await page.close()
  const buildsAfterVisit = async () => {
    await other.goto('/scoreboard')
    return builds()
  }
  await expect.poll(buildsAfterVisit).toEqual([`guidon.files ${next}`, 'guidon.page'])
})

test('a page whose files are gone reloads by itself, into the new build', async ({
  page,
  console: logged,
}) => {
  logged.allow(ofLoss)
  await playing(page)
  await untilKept(page)
  const first = await buildOf(page)
  site.now.build = 'next'
  await page.evaluate(list => caches.delete(`guidon.files ${list}`), first)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('banner').getByRole('button', { name: 'Help' }).click()
  await reloaded
  await page.getByRole('banner').getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
  expect(await buildOf(page)).not.toBe(first)
})

test('if a file of an update is cut off, changed or missing, the old build stays, and a later visit updates it', async ({
  page,
  console: logged,
}) => {
  logged.allow(ofLoss)
  await playing(page)
  await untilKept(page)
  for (const how of harms) {
    const first = await keptBuild(page)
    // Otherwise the files of the previous build would come from the cache.
    await page.evaluate(async kept => {
      for (const name of await caches.keys())
        if (![`guidon.files ${kept}`, 'guidon.page'].includes(name)) await caches.delete(name)
    }, first)
    site.asked.length = 0
    const build = site.now.build === 'first' ? 'next' : 'first'
    Object.assign(site.now, { build, broken: { files: /scoreboard-page/, how } })
    await page.goto('/')
    const tried = () => site.asked.filter(path => path.includes('scoreboard-page')).length
    await expect.poll(tried).toBeGreaterThan(0)
    await expect(howToPlay(page)).toBeVisible()
    // The next attempt begins when this one has ended.
    await page.goto('/')
    await expect.poll(tried).toBeGreaterThan(1)
    expect(await buildOf(page)).toBe(first)
    expect(await keptBuild(page)).toBe(first)
    site.now.broken = null
    await page.goto('/')
    expect(await buildOf(page)).toBe(first)
    await expect.poll(() => keptBuild(page)).not.toBe(first)
  }
})

test('a first install that is cut off changes nothing, and is made at a later visit', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  logged.allow(ofLoss)
  site.now.broken = { files: /calendar-page/, how: 'cut off' }
  await playing(page)
  await expect
    .poll(() => site.asked.filter(path => path.includes('calendar-page')).length)
    .toBeGreaterThan(0)
  await expect.poll(() => isRegistered(page)).toBe(false)
  expect(await keptBuild(page)).toBeUndefined()
  site.now.broken = null
  await page.reload()
  await untilKept(page)
  expect(await keptBuild(page)).toBe(await buildOf(page))
})

test('a page of a portal that the browser keeps in the place of a file does not stop the install', async ({
  page,
  console: logged,
}) => {
  logged.allow(ofLoss)
  site.now.portal = /calendar-page/
  site.asked.length = 0
  await playing(page)
  const tried = () => site.asked.filter(path => path.includes('calendar-page')).length
  await expect.poll(tried).toBeGreaterThan(0)
  await expect.poll(() => isRegistered(page)).toBe(false)
  site.now.portal = null
  await page.reload()
  await untilKept(page)
  expect(await keptBuild(page)).toBe(await buildOf(page))
})

test('for a user who saves data, nothing is kept', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await playing(page)
  await page.clock.install()
  site.asked.length = 0
  await page.reload()
  await expect(howToPlay(page)).toBeVisible()
  await page.clock.runFor(10_000)
  expect(await isRegistered(page)).toBe(false)
  expect(site.asked).toContain('/')
  expect(site.asked).not.toContain('/worker.js')
})

test('files that are missing in the caches come from the site', { tag: '@every-browser' }, async ({
  page,
}) => {
  await playing(page)
  await untilKept(page)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name !== 'guidon.page') await caches.delete(name)
  })
  await openWhole(page, '/scoreboard')
  await expect(page.getByRole('table')).toBeVisible()
  await page.evaluate(() => caches.delete('guidon.page'))
  await page.goto('/')
  await expect(howToPlay(page)).toBeVisible()
  await expect.poll(() => keptBuild(page)).toBe(await buildOf(page))
})

test('if the configuration turns it off, the next visit ends the service worker', {
  tag: '@every-browser',
}, async ({ page }) => {
  await playing(page)
  await untilKept(page)
  site.now.isOff = true
  await openWhole(page, '/scoreboard')
  await expect.poll(() => isRegistered(page)).toBe(false)
  await expect.poll(() => keptPaths(page)).toEqual({})
  site.asked.length = 0
  await page.goto('/')
  await expect(howToPlay(page)).toBeVisible()
  expect(site.asked).toContain('/')
})

test('if the platform turns it off, the browser learns it from the file of the service worker', async ({
  page,
}) => {
  await playing(page)
  await untilKept(page)
  site.now.servesWorkerOff = true
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  await expect.poll(() => keptPaths(page)).toEqual({})
  await expect.poll(() => isRegistered(page)).toBe(false)
})

test('the caches have nothing of an account, before and after the sign-out', {
  tag: '@every-browser',
}, async ({ page }) => {
  const name = await signUpByPage(page)
  await page.getByLabel('Team name').pressSequentially(`Crew of ${name}`)
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.locator('label', { hasText: 'Open' }).click()
  await page.getByRole('button', { name: 'Confirm choice' }).click()
  await expect(howToPlay(page)).toBeVisible()
  await untilKept(page)
  // These reads go past the service worker.
  await page.goto('/challenge/preflight/radio-check')
  await page.getByRole('textbox', { name: 'Flag' }).pressSequentially('GUIDON{nobody-has-this}')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  await page.getByRole('link', { name: 'Scoreboard' }).first().click()
  await expect(page.getByRole('table')).toBeVisible()

  const tokens = await page.evaluate(() =>
    Object.values({ ...sessionStorage }).flatMap(text => String(text).match(/[\w.-]{30,}/g) ?? []),
  )
  expect(tokens.length).toBeGreaterThan(1)
  const found = () =>
    page.evaluate(
      async secrets => {
        const all: string[] = []
        for (const cacheName of await caches.keys()) {
          const cache = await caches.open(cacheName)
          for (const request of await cache.keys()) {
            const path = new URL(request.url).pathname
            if (path !== '/' && !path.startsWith('/assets/')) all.push(path)
            const text = (await (await cache.match(request))?.text()) ?? ''
            all.push(...secrets.filter(secret => text.includes(secret)))
          }
        }
        return all
      },
      [name, 'nobody-has-this', ...tokens],
    )
  expect(await found()).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await found()).toEqual([])
  expect(await keptBuild(page)).toBeDefined()
  expect(site.asked).toContain('/v1/stats/scoreboard')
})

test('the sign-in returns to the page that is kept', { tag: '@every-browser' }, async ({
  page,
  context,
}) => {
  await playing(page)
  await untilKept(page)
  await context.clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  site.asked.length = 0
  const name = await signUpByPage(page)
  await expect(page.getByRole('heading', { name: `Hello, ${name}!` })).toBeVisible()
  expect(site.asked).not.toContain('/auth/redirect')
})
