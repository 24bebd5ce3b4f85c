import type { Page } from 'playwright/test'
import { appIsThere, choose, holdFiles, look, looks, ofApp, ownCode } from '../page/look.ts'
import { stopPolls } from '../page/timers.ts'
import { createDataFolder, spawnPlatform } from '../platform.ts'
import { layoutShift } from '../scenes/layout-shift.ts'
import { expect, onOwnPlatform, playing, test } from '../test.ts'

// Each page load of these tests asks for a rendered page. A browser that has a service worker asks for none.
test.use({ serviceWorkers: 'block', timezoneId: 'Asia/Kolkata' })
onOwnPlatform(async () =>
  spawnPlatform({ dataFolder: await createDataFolder(), rendersPages: true }),
)

const rendered = '#root > [data-rendered]'
const address = '**/rendered-page'

/** Opens a page, again if need be: the process that renders may still be busy with a page that was left. */
const untilRendered = (page: Page, path: string) =>
  expect(async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator(rendered)).toBeAttached({ timeout: 5_000 })
  }).toPass()

/** The same, while the app's code is held back. */
async function openRendered(page: Page, path: string) {
  const release = await holdFiles(page, ownCode)
  await untilRendered(page, path)
  return async () => {
    release()
    await appIsThere(page)
    await page.unroute(ownCode)
  }
}

/**
 * Leaves out the colours of code, and the time that is left. Playwright would compare the whole text of a page for
 * minutes.
 */
const differences = (before: readonly object[], after: readonly object[]) => {
  const [a, b] = [before, after].map(all =>
    all.map(one => JSON.stringify(one)).filter(one => !/hljs|\d min\b| time"/.test(one)),
  )
  const isMissingIn =
    (others: readonly string[] = []) =>
    (one: string) =>
      !others.includes(one)
  return { gone: a?.filter(isMissingIn(b)), come: b?.filter(isMissingIn(a)) }
}

test.skip(({ isTranslated }) => isTranslated, 'the elements of a page are compared')

test('each page is there with its data before the code of the app, and the app shows the same in its place', async ({
  page,
}) => {
  await stopPolls(page.context())
  await playing(page)
  const paths = ['/', '/scoreboard', '/challenge/web/hangar-search', '/solves-calendar', '/my-team']
  for (const [index, path] of paths.entries()) {
    for (const chosen of index === 0 ? looks : [looks[index % looks.length] ?? looks[0]]) {
      await choose(page, chosen)
      const start = await openRendered(page, path)
      await expect(page.locator(`${rendered} main h1`)).toBeVisible()
      const before = await page.evaluate(look)
      await start()
      const what = `${path} ${JSON.stringify(chosen)}`
      // The button and the colours of a block of code come last.
      await expect
        .poll(async () => differences(before, await page.evaluate(look)), { message: what })
        .toEqual({ gone: [], come: [] })
      expect(await layoutShift(page), what).toBeLessThanOrEqual(0.002)
    }
  }
})

test('keys and buttons have no effect in a rendered page, and the app takes its place with what works', {
  tag: '@every-browser',
}, async ({ page }) => {
  await playing(page)
  const start = await openRendered(page, '/challenge/web/hangar-search')
  await page.keyboard.press('Tab')
  await page.keyboard.type('GUIDON{')
  await clickIn(page, 'button[type=submit]')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await start()
  await expect(page.getByText('Enter a flag')).toHaveCount(0)
  await page.locator('input[name=flag]').pressSequentially('GUIDON{wrong}')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('This flag is wrong.').first()).toBeVisible()
})

/** Clicks at the middle of an element of the rendered page. If it is inert, Playwright would wait. */
async function clickIn(page: Page, selector: string) {
  const box = await page.locator(`${rendered} ${selector}`).first().boundingBox()
  if (!box) throw new Error(`The rendered page does not show ${selector}.`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

test('the last click on a link, a field or the menu of a rendered page is repeated in the app', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  // The next step may leave a page that still fetches a part of the app, which Firefox logs.
  logged.allow(/NetworkError when attempting to fetch resource|dynamically imported module/)
  await playing(page)
  await test.step('a link, after another one', async () => {
    const start = await openRendered(page, '/')
    await clickIn(page, 'nav [href="/my-team"]')
    await clickIn(page, 'nav [href="/scoreboard"]')
    await start()
    await expect(page).toHaveURL('/scoreboard')
    await expect(page.getByRole('heading', { name: 'Scoreboard' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
  await test.step('nothing, if there was a click beside it later', async () => {
    const start = await openRendered(page, '/')
    await clickIn(page, 'nav [href="/scoreboard"]')
    await clickIn(page, 'main h1')
    await start()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
  await test.step('the field of the flag', async () => {
    const start = await openRendered(page, '/challenge/web/hangar-search')
    await clickIn(page, 'input[name=flag]')
    await start()
    await expect(page.locator('input[name=flag]')).toBeFocused()
  })
  await test.step('a flag that is typed at once, instead of a draft, which nothing sends', async () => {
    await page.locator('input[name=flag]').fill('GUIDON{draft')
    const start = await openRendered(page, '/challenge/web/hangar-search')
    await clickIn(page, 'input[name=flag]')
    await page.keyboard.type('GUIDON{early')
    await clickIn(page, 'input[name=flag]')
    await page.keyboard.type('}')
    await page.keyboard.press('Enter')
    await start()
    await expect(page.locator('input[name=flag]')).toHaveValue('GUIDON{early}')
    await expect(page).toHaveURL('/challenge/web/hangar-search')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This flag is wrong.').first()).toBeVisible()
  })
  await test.step('a link that is clicked after a field', async () => {
    const start = await openRendered(page, '/challenge/web/hangar-search')
    await clickIn(page, 'input[name=flag]')
    await clickIn(page, 'nav [href="/scoreboard"]')
    await start()
    await expect(page).toHaveURL('/scoreboard')
  })
  await test.step('what is typed into the list of challenges', async () => {
    const start = await openRendered(page, '/')
    await clickIn(page, 'input[type=search]')
    await page.keyboard.type('hang')
    await start()
    await expect(page.getByRole('searchbox', { name: 'Filter challenges' })).toHaveValue('hang')
    await expect(page.getByRole('navigation').getByText('Radio Check')).toHaveCount(0)
  })
  await test.step('a checkbox', async () => {
    const start = await openRendered(page, '/')
    await clickIn(page, 'input[type=checkbox]')
    await start()
    await expect(page.getByRole('checkbox').first()).toBeChecked()
  })
  await test.step('the menu of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    const start = await openRendered(page, '/')
    await clickIn(page, '[popovertarget]')
    await start()
    await expect(page.getByRole('link', { name: 'Scoreboard' }).first()).toBeVisible()
  })
})

test('what this browser keeps is in it: the folded list and the announcement that was read', async ({
  page,
}) => {
  await playing(page)
  await page.getByRole('link', { name: 'Announcements' }).first().click()
  await expect(page.getByRole('heading', { name: 'The airfield is open' })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByText('Unread announcements')).toHaveCount(0)
  const folded = page.getByRole('button', { name: 'Rules', expanded: true })
  await folded.click()
  const start = await openRendered(page, '/')
  await expect(page.locator(rendered).getByText('Unread announcements')).toHaveCount(0)
  await expect(page.locator(`${rendered} main [aria-expanded="false"]`)).toHaveCount(1)
  await start()
})

test('if the platform renders no page, or too late, the app shows it as ever', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  // Browsers log each answer of 401 and 500, and each request that fails.
  logged.allow(/Failed to load resource|rendered-page/)
  await playing(page)
  const answers = {
    none: { status: 204 },
    refused: { status: 401, json: { ok: false, code: 'NOT_AUTHORIZED', message: 'no' } },
    broken: { status: 500, body: 'broken' },
    empty: { status: 200, body: '' },
    'no page': { status: 200, contentType: 'text/plain', body: 'a text' },
  }
  for (const [name, answer] of Object.entries(answers)) {
    await page.route(address, route => route.fulfill(answer))
    await page.goto('/scoreboard')
    await expect(ofApp(page).getByRole('table'), name).toBeVisible()
    await page.unroute(address)
  }
  for (const end of ['abort', 'hang'] as const) {
    await page.route(address, route => (end === 'abort' ? route.abort() : undefined))
    await page.goto('/scoreboard')
    await expect(ofApp(page).getByRole('table'), end).toBeVisible()
    await page.unroute(address)
  }
})

/** Records each request of a page when it is sent, and whether the page has the first picture by then. */
const watchRequests = () => {
  globalThis.sent = []
  const note = (address: string) => {
    const { pathname } = new URL(address, location.href)
    globalThis.sent.push([pathname, document.querySelector('#root > *') !== null])
  }
  const { fetch } = globalThis
  globalThis.fetch = (target, options) => {
    note(target instanceof Request ? target.url : String(target))
    return fetch(target, options)
  }
  const { append } = Element.prototype
  Element.prototype.append = function (...nodes) {
    for (const node of nodes) if (node instanceof HTMLLinkElement) note(node.href)
    append.apply(this, nodes)
  }
}
declare global {
  var sent: [path: string, isPictureThere: boolean][]
}

test('the rendered page is asked for at once, all else after the first picture is there, and nothing twice', async ({
  page,
}) => {
  await stopPolls(page.context())
  await playing(page)
  await page.addInitScript(watchRequests)
  // On a busy host the app's code would come before the first picture is drawn, and then it asks for the rest.
  const start = await openRendered(page, '/scoreboard')
  await start()
  await expect(ofApp(page).getByRole('table')).toBeVisible()
  const sent = await page.evaluate(() => globalThis.sent)
  expect(sent[0]).toEqual(['/rendered-page', false])
  const others = sent.slice(1)
  const paths = others.map(([path]) => path)
  for (const path of ['/v1/metadata', '/v1/user', '/v1/user/stats', '/v1/stats/scoreboard'])
    expect(paths.filter(one => one === path)).toEqual([path])
  expect(paths).toContainEqual(expect.stringMatching(/scoreboard-page-.*\.js$/))
  expect(others.filter(([, isPictureThere]) => !isPictureThere)).toEqual([])
})

/** Draws no frame until `drawFrame` is called, and records when the app waits for the rendered page. */
const holdFrames = () => {
  const frames: FrameRequestCallback[] = []
  globalThis.requestAnimationFrame = run => frames.push(run)
  globalThis.drawFrame = () => {
    for (const run of frames.splice(0)) run(performance.now())
  }
  let until: typeof globalThis.untilPageIsShown
  Object.defineProperty(globalThis, 'untilPageIsShown', {
    set: (value: typeof until) => {
      until = value
    },
    get: () => {
      globalThis.isAppWaiting = true
      return until
    },
  })
}
declare global {
  var drawFrame: () => void
  var isAppWaiting: boolean | undefined
}

for (const isDrawn of [true, false]) {
  const until = isDrawn ? 'until it is drawn' : 'no longer than a second'
  test(`the app waits for a page that has come ${until}`, async ({ page }) => {
    await playing(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.addInitScript(holdFrames)
    await untilRendered(page, '/scoreboard')
    await expect.poll(() => page.evaluate(() => globalThis.isAppWaiting)).toBe(true)
    await page.clock.runFor(1_000)
    await expect(ofApp(page)).toHaveCount(0)
    if (isDrawn) await page.evaluate(() => globalThis.drawFrame())
    // Long enough for the browser's work after a frame, and shorter than the remaining wait.
    await page.clock.runFor(250)
    if (!isDrawn) {
      await expect(ofApp(page)).toHaveCount(0)
      await page.clock.runFor(100)
    }
    await expect(ofApp(page)).toHaveCount(1)
  })
}

test('the page of a portal in the place of the rendered page is not shown, and leads nowhere', {
  tag: '@every-browser',
}, async ({ page }) => {
  await playing(page)
  await page.route(address, route =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><meta http-equiv="refresh" content="0;url=/wifi"><h1>Wi-Fi</h1>',
    }),
  )
  const opened: string[] = []
  page.on('framenavigated', frame => opened.push(new URL(frame.url()).pathname))
  const release = await holdFiles(page, ownCode)
  const answered = page.waitForResponse(address)
  await page.goto('/scoreboard', { waitUntil: 'commit' })
  await (await answered).finished()
  await expect(page.locator('#root > [inert] main')).toBeVisible()
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  release()
  await expect(ofApp(page).getByRole('table')).toBeVisible()
  expect(opened).toEqual(['/scoreboard'])
})

test('a page that comes after the app changes nothing', async ({ page }) => {
  await playing(page)
  const { promise: late, resolve: come } = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await late
    await route.fulfill({ status: 200, contentType: 'text/plain', body: '<div>late</div>' })
    arrived.resolve()
  })
  await page.goto('/scoreboard')
  await expect(ofApp(page).getByRole('table')).toBeVisible()
  come()
  await arrived.promise
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByText('late', { exact: true })).toHaveCount(0)
})

test('while the data of the app does not come, the rendered page stays', async ({ page }) => {
  await playing(page)
  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/metadata', async route => {
    await answered.promise
    await route.continue()
  })
  await page.clock.install()
  await untilRendered(page, '/scoreboard')
  // The app alone would show its spinner by now.
  await page.clock.runFor(3_000)
  await expect(page.locator(`${rendered} table`)).toBeVisible()
  answered.resolve()
  await appIsThere(page)
  await expect(page.getByRole('table')).toBeVisible()
})
