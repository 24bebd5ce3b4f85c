import type { Browser, Page, Request } from 'playwright/test'
import { solve } from '../../../events/demo/web/hangar-search/solve.ts'
import { enter } from '../../../scripts/shots/participant.ts'
import { desk } from '../screens.ts'
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

/** The page's calls and files that have no answer yet, by path; and all that it has asked for. */
function watchRequests(page: Page) {
  const waiting = new Set<string>()
  const made = new Set<string>()
  page.on('request', request => {
    if (!isCall(request) && !isFile(request)) return
    waiting.add(pathOf(request))
    made.add(pathOf(request))
  })
  const answered = (request: Request) => void waiting.delete(pathOf(request))
  // Of the page before, not all calls are reported as ended.
  page.on('framenavigated', () => waiting.clear())
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
  return { waiting, made }
}

/** A participant, and `look`: it holds each order of the answers of a challenge's page to the rule. */
async function enterLate(browser: Browser, origin: string, name: string) {
  const participant = await enter(browser, origin, name, 'en')
  const { page, call, visit } = participant
  await page.setViewportSize(desk)
  // In the line of first blood, such a name takes three lines.
  await call('POST', '/v1/teams', { name: `Team ${name}`.padEnd(100, 'n') })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const { waiting, made } = watchRequests(page)
  const waitingAfterTwoPictures = async () => {
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    return [...waiting]
  }

  const visitWithout = (path: string, name: string, late: readonly string[]) =>
    test.step(name, async () => {
      const { promise: others, resolve: release } = Promise.withResolvers<void>()
      await page.route(
        ({ pathname }) => late.includes(pathname),
        async route => {
          await others
          await route.continue()
        },
      )
      await page.goto(path, { waitUntil: 'commit' })
      // What depends on the late answers is not asked yet.
      await expect
        .poll(async () => (await waitingAfterTwoPictures()).filter(path => !late.includes(path)))
        .toEqual([])
      release()
      await page.locator('main h1').waitFor()
      await expect.poll(waitingAfterTwoPictures).toEqual([])
      expect.soft(await layoutShift(page), name).toBeLessThanOrEqual(0.005)
      await page.unrouteAll({ behavior: 'wait' })
    })

  async function requestsOf(path: string, isWanted: (path: string) => boolean) {
    made.clear()
    await visit(path)
    return [...made].filter(isWanted)
  }

  async function look(challenge: string) {
    const paths = await requestsOf(challenge, path => path.startsWith('/v1/'))
    expect(paths.length).toBeGreaterThan(8)
    // Without these, the app shows no page.
    const first = ['/v1/metadata', '/v1/event', '/v1/user', '/v1/user/stats', '/v1/user/team']
    expect(paths).toEqual(expect.arrayContaining(first))
    const rest = paths.filter(path => !first.includes(path))
    for (const path of paths) await visitWithout(challenge, `${path} comes last`, [path])
    for (const path of rest) {
      const late = rest.filter(other => other !== path)
      await visitWithout(challenge, `${path} comes first`, late)
    }
  }

  async function lookAtFiles(path: string) {
    const files = await requestsOf(path, one => one.endsWith('.js'))
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) await visitWithout(path, `${path}, ${file} comes last`, [file])
  }
  return { ...participant, look, lookAtFiles }
}

test('whichever answer comes first or last, nothing of a challenge moves', async ({
  browser,
  platform,
}) => {
  const { look, close } = await enterLate(browser, platform.origin, 'later')
  await look('/challenge/recovery/flight-recorder')
  await close()
})

test('nothing moves of one that is solved and has a running environment', async ({
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

test('whichever file comes last, nothing moves on a phone', async ({ browser, platform }) => {
  const { page, lookAtFiles, close } = await enterLate(browser, platform.origin, 'phone')
  await page.setViewportSize({ width: 360, height: 780 })
  await lookAtFiles('/announcements')
  await lookAtFiles('/')
  await close()
})
