import { stopPolls } from './page/timers.ts'
import { expect, playing, test } from './test.ts'

const always = ['/v1/metadata', '/v1/user', '/v1/user/stats']

test('a page asks for its files and its data while the code of the app is still under way', async ({
  page,
}) => {
  await stopPolls(page.context())
  await playing(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  // Until then, the previous page may still send requests.
  page.once('framenavigated', () => {
    asked.length = 0
  })
  const answered = Promise.withResolvers<void>()
  await page.route(/\/assets\/app-[^/]+\.js$/, async route => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/challenge/web/hangar-search', { waitUntil: 'commit' })
  const own = ['', '/instance', '/score'].map(part => `/v1/challenges/hangar-search${part}`)
  const early = [...always, '/v1/user/team', ...own, '/v1/categories/', '/v1/challenges/']
  await expect.poll(() => asked).toEqual(expect.arrayContaining(early))
  for (const file of ['challenge-page', '/challenge-', '/en-'])
    await expect.poll(() => asked).toContainEqual(expect.stringContaining(file))

  answered.resolve()
  await expect(page.getByRole('heading', { name: 'Hangar Search' })).toBeVisible()
  await expect(page.getByText('sealed crates')).toBeVisible()
  await expect(page.getByText('0 of 150 points')).toBeVisible()
  // Each was requested once: the app used the early requests.
  const twice = asked.filter((path, index) => asked.indexOf(path) !== index)
  expect(twice).toEqual([])
})

test('the renderer of texts is fetched early for a challenge whose text needs it, and for no other', async ({
  page,
}) => {
  await playing(page)
  // All further requests come from the script in the head.
  await page.route(/\/assets\/app-[^/]+\.js$/, () => {})
  /** How many files of the renderer were requested when the challenge's text is there. */
  async function filesFor(category: string, slug: string): Promise<number> {
    const answered = page.waitForResponse(
      url => url.url().includes(`/v1/challenges/${slug}`) && !/instance|score/.test(url.url()),
    )
    await page.goto(`/challenge/${category}/${slug}`, { waitUntil: 'commit' })
    await (await answered).finished()
    return page.evaluate(async () => {
      for (const { response } of globalThis.earlyAnswers?.values() ?? [])
        await (await response).clone().text()
      return document.querySelectorAll('link[href*="markdown-body"]').length
    })
  }
  expect(await filesFor('web', 'hangar-search')).toBe(0)
  expect(await filesFor('preflight', 'signal-hoist')).toBeGreaterThan(0)
})

test('a new tab asks with its first calls for what another tab has read', async ({ page }) => {
  await playing(page)
  await page.goto('/')
  await expect(page.locator('main a[href^="/challenge/"]').first()).toBeVisible()
  const tab = await page.context().newPage()
  // Without this answer, the app itself reads nothing about challenges.
  await tab.route('**/v1/metadata', () => {})
  const asked: string[] = []
  tab.on('request', request => asked.push(new URL(request.url()).pathname))
  await tab.goto('/', { waitUntil: 'commit' })
  const early = [...always, '/v1/user/team', '/v1/categories/', '/v1/challenges/']
  await expect.poll(() => asked).toEqual(expect.arrayContaining(early))
})

test('a page without a session asks for nothing early', async ({ page }) => {
  const asked: string[] = []
  // The event's logo is shown on the way to the sign-in, and on its page.
  page.on('request', request => {
    if (request.resourceType() !== 'image') asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/solves-calendar')
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(asked.filter(path => path.startsWith('/v1/'))).toEqual([])
})

test('a page whose token is about to end asks for nothing early, since that would need the next token', async ({
  page,
}) => {
  await playing(page)
  await page.evaluate(() => {
    const [key] = Object.keys(sessionStorage).filter(name => name.startsWith('oidc.user:'))
    if (!key) throw new Error('nobody is signed in')
    const user = JSON.parse(sessionStorage.getItem(key) ?? '')
    const end = Math.floor(Date.now() / 1000) + 50
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: end }))
  })
  await page.route(/\/assets\/app-[^/]+\.js$/, () => {})
  await page.goto('/scoreboard', { waitUntil: 'commit' })
  await expect(page.locator('header').first()).toBeVisible()
  expect(await page.evaluate(() => [...(globalThis.earlyAnswers?.keys() ?? [])])).toEqual([])
})

/** Records, in the page, all that the app shows as its content: a spinner, the page, or the page with this in it. */
const watchContent = (part: string) => {
  globalThis.shown = []
  const look = () => {
    const main = document.querySelector('main:not([inert] *)')
    const now = main?.querySelector(part)
      ? 'whole page'
      : main?.querySelector('h1')
        ? 'page'
        : main?.querySelector('[role=status]')
          ? 'spinner'
          : null
    if (now && globalThis.shown.at(-1) !== now) globalThis.shown.push(now)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
declare global {
  var shown: string[]
}
const sights = () => globalThis.shown

const parts = {
  '/': 'a[href^="/challenge/"]',
  '/scoreboard': '[data-own-row]',
  '/challenge/web/hangar-search': 'article p',
}
for (const [path, part] of Object.entries(parts)) {
  test(`with its data and code there, the first picture of ${path} is the whole page`, async ({
    page,
  }) => {
    await playing(page)
    await page.addInitScript(watchContent, part)
    // The clock stands still, so that no wait ends on a slow host either. It cannot be set back: until it
    // stands, it may go on for a minute.
    const now = Date.now()
    await page.clock.install({ time: now - 60_000 })
    await page.clock.pauseAt(now)
    await page.goto(path)
    await expect(page.locator(`main ${part}`).first()).toBeVisible()
    expect(await page.evaluate(sights)).toEqual(['whole page'])
  })
}

test('browsers compile the files of the first page while they load', async ({ page }) => {
  await playing(page)
  const texts = new Map<string, Promise<string>>()
  page.on('response', response => {
    const [, file] = /\/assets\/(app|shared|home-page)-[^/]+\.js$/.exec(response.url()) ?? []
    if (file) texts.set(file, response.text())
  })
  await page.goto('/')
  await expect(page.locator('main h1')).toBeVisible()
  expect([...texts.keys()].sort()).toEqual(['app', 'home-page', 'shared'])
  for (const text of texts.values())
    expect((await text).split('\n', 1)).toEqual(['//# allFunctionsCalledOnLoad'])
})

test('while data is late, a spinner is shown', async ({ page }) => {
  await playing(page)
  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/metadata', async route => {
    await answered.promise
    await route.continue()
  })
  await page.addInitScript(watchContent, '[data-own-row]')
  await page.goto('/scoreboard')
  await expect.poll(() => page.evaluate(sights)).toEqual(['spinner'])
  answered.resolve()
  await expect(page.getByRole('heading', { name: 'Scoreboard' })).toBeVisible()
})
