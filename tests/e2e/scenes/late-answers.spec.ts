import type { Browser, Page, Request } from 'playwright/test'
import { solve } from '../../../events/demo/web/hangar-search/solve.ts'
import { depth } from '../../support/depth.ts'
import { enter } from '../../support/participant.ts'
import { twoFrames } from '../page/two-frames.ts'
import { desk } from '../scenes.ts'
import { expect, test } from '../test.ts'
import { layoutShift } from './layout-shift.ts'

const hangar = 'hangar-search'
const instance = `/v1/challenges/${hangar}/instance?category=web`

const pathOf = (request: Request) => new URL(request.url()).pathname
const isCall = (request: Request) =>
  request.resourceType() === 'fetch' &&
  pathOf(request).startsWith('/v1/') &&
  pathOf(request) !== '/v1/live'

const isFile = (request: Request) => pathOf(request).startsWith('/assets/')

/** The page's calls and files: how many it has begun, those that have no answer yet, and all, by path. */
function watchRequests(page: Page) {
  const requests = { begun: 0, waiting: new Set<string>(), made: new Set<string>() }
  const { waiting, made } = requests
  page.on('request', request => {
    if (!isCall(request) && !isFile(request)) return
    requests.begun++
    waiting.add(pathOf(request))
    made.add(pathOf(request))
  })
  const answered = (request: Request) => void waiting.delete(pathOf(request))
  // Not all calls of the previous page are reported as ended.
  page.on('framenavigated', () => waiting.clear())
  // One that the page does not read yet is not reported as finished.
  page.on('response', response => answered(response.request()))
  page.on('requestfailed', answered)
  return requests
}

/** Holds requests by their path. A route would turn the browser's cache off: a load took half as long again. */
async function createHolder(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  let late: readonly string[] = []
  let paused: { path: string; requestId: string }[] = []
  const go = (requestId: string) => cdp.send('Fetch.continueRequest', { requestId })
  cdp.on('Fetch.requestPaused', ({ requestId, request }) => {
    const path = new URL(request.url).pathname
    if (late.includes(path)) paused.push({ path, requestId })
    else void go(requestId)
  })
  return {
    /** Otherwise files come from the browser's memory, without a request. */
    async asWithoutCache() {
      await cdp.send('Network.enable')
      await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    },
    hasPaused: () => paused.length > 0,
    isLate: (path: string) => late.includes(path),
    async hold(paths: readonly string[]) {
      late = paths
      const patterns = paths.flatMap(path => [`*${path}`, `*${path}\\?*`])
      await cdp.send('Fetch.enable', { patterns: patterns.map(urlPattern => ({ urlPattern })) })
    },
    /** Releases all requests except those of `rest`. */
    async release(rest: readonly string[] = []) {
      late = rest
      const released = paused.filter(({ path }) => !rest.includes(path))
      paused = paused.filter(({ path }) => rest.includes(path))
      for (const { requestId } of released) await go(requestId)
    },
  }
}

/** A participant, and `look`: it holds each order of the answers of a challenge's page to the rule. */
async function enterLate(browser: Browser, origin: string, name: string) {
  const participant = await enter(browser, { origin, user: name, locale: 'en' })
  const { page, call, visit } = participant
  await page.setViewportSize(desk)
  // In the line of first blood, such a name takes three lines.
  await call('POST', '/v1/teams', { name: `Team ${name}`.padEnd(100, 'n') })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const requests = watchRequests(page)
  const { asWithoutCache, hold, release, hasPaused, isLate } = await createHolder(page)

  /** Waits until only what is held has no answer, and the page has sent no other request four frames later. */
  async function untilQuiet(isReady = () => true) {
    for (let quietLooks = 0; quietLooks < 2; ) {
      const { begun, waiting } = requests
      await twoFrames(page)
      const isQuiet = requests.begun === begun && [...waiting].every(isLate) && isReady()
      quietLooks = isQuiet ? quietLooks + 1 : 0
    }
  }

  /** Opens a page whose requests of `late` wait for the others, and `last` for these. */
  const visitWithout = (path: string, name: string, late: readonly string[], last?: string) =>
    test.step(name, async () => {
      await hold(late)
      await page.goto(path, { waitUntil: 'commit' })
      // Calls that depend on the late answers are not sent yet.
      await untilQuiet(hasPaused)
      const hasApp = (await page.locator('#root > [inert]').count()) === 0
      if (last) {
        await release([last])
        await untilQuiet(hasPaused)
      }
      await release()
      await page.locator('main h1').waitFor()
      await untilQuiet()
      expect.soft(await layoutShift(page), name).toBeLessThanOrEqual(0.005)
      return hasApp
    })

  async function requestsOf(path: string, isWanted: (path: string) => boolean) {
    requests.made.clear()
    await visit(path)
    return [...requests.made].filter(isWanted)
  }

  async function look(challenge: string) {
    const paths = await requestsOf(challenge, path => path.startsWith('/v1/'))
    expect(paths.length).toBeGreaterThan(8)
    // Without these, the app shows no page.
    const first = ['/v1/metadata', '/v1/event', '/v1/user', '/v1/user/stats', '/v1/user/team']
    expect(paths).toEqual(expect.arrayContaining(first))
    const rest = paths.filter(path => !first.includes(path))
    for (const path of first) await visitWithout(challenge, `${path} comes last`, [path])
    for (const [index, path] of rest.entries()) {
      // In `npm test`, each of them comes first or last once. `npm run test:long` makes each come first.
      if (depth === 1 && index % 2 === 1) continue
      const last = rest.at(index - 1) ?? ''
      const late = rest.filter(other => other !== path)
      await visitWithout(challenge, `${path} comes first, ${last} last`, late, last)
    }
  }

  /** Files without which the app does not start. It starts when the last of them is there, whichever that is. */
  const ofStart = new Set<string>()

  async function lookAtFiles(path: string) {
    await asWithoutCache()
    const files = await requestsOf(path, one => one.endsWith('.js'))
    expect(files.length).toBeGreaterThan(5)
    const [one] = ofStart
    for (const [index, file] of files.entries()) {
      // In `npm test`, every other file comes last. `npm run test:long` makes each come last.
      if (depth === 1 && index % 2 === 1) continue
      if (ofStart.has(file) && file !== one) continue
      const hasApp = await visitWithout(path, `${path}, ${file} comes last`, [file])
      if (!hasApp) ofStart.add(file)
    }
  }
  return { ...participant, look, lookAtFiles }
}

test('whichever answer comes first or last, nothing of a challenge moves', {
  tag: '@long',
}, async ({ browser, platform }) => {
  const { look, close } = await enterLate(browser, platform.origin, 'later')
  await look('/challenge/recovery/flight-recorder')
  await close()
})

test('nothing moves of one that is solved and has a running environment', { tag: '@long' }, async ({
  browser,
  platform,
}) => {
  const { call, endpoints, look, close } = await enterLate(browser, platform.origin, 'latest')
  await call('PUT', instance)
  const [flag] = await solve({
    endpoints: await endpoints(instance),
    filesFolder: '',
    flagPrefix: 'GUIDON',
  })
  await call('POST', `/v1/challenges/${hangar}/solve?category=web`, { flag })
  await look(`/challenge/web/${hangar}`)
  await close()
})

test('whichever file comes last, nothing moves on a phone', { tag: '@long' }, async ({
  browser,
  platform,
}) => {
  const { page, lookAtFiles, close } = await enterLate(browser, platform.origin, 'phone')
  await page.setViewportSize({ width: 360, height: 780 })
  await lookAtFiles('/announcements')
  await lookAtFiles('/')
  await close()
})
