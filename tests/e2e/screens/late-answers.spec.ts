import type { Page, Request } from 'playwright/test'
import { enter } from '../../../scripts/shots/participant.ts'
import { desk } from '../screens.ts'
import { expect, test } from '../test.ts'
import { layoutShift } from './layout-shift.ts'

const challenge = '/challenge/recovery/flight-recorder'

const pathOf = (request: Request) => new URL(request.url()).pathname
const isCall = (request: Request) =>
  request.resourceType() === 'fetch' &&
  pathOf(request).startsWith('/v1/') &&
  pathOf(request) !== '/v1/live'

/** The page's calls that have no answer yet, by path; and all that it has made. */
function watchCalls(page: Page) {
  const waiting = new Set<string>()
  const made = new Set<string>()
  page.on('request', request => {
    if (!isCall(request)) return
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

test('whichever answer comes first or last, nothing of a challenge moves', async ({
  browser,
  platform,
}) => {
  const { page, visit, call, close } = await enter(browser, platform.origin, 'later', 'en')
  await page.setViewportSize(desk)
  await call('POST', '/v1/teams', { name: 'Latecomers' })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const { waiting, made } = watchCalls(page)
  await visit(challenge)
  const paths = [...made]
  expect(paths.length).toBeGreaterThan(8)
  const waitingAfterTwoPictures = async () => {
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    return [...waiting]
  }
  // Without these, the app shows no page.
  const first = ['/v1/metadata', '/v1/event', '/v1/user', '/v1/user/stats', '/v1/user/team']
  expect(paths).toEqual(expect.arrayContaining(first))
  const rest = paths.filter(path => !first.includes(path))

  const visitWithout = (name: string, late: readonly string[]) =>
    test.step(name, async () => {
      const { promise: others, resolve: release } = Promise.withResolvers<void>()
      await page.route(
        ({ pathname }) => late.includes(pathname),
        async route => {
          await others
          await route.continue()
        },
      )
      await page.goto(challenge)
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

  for (const path of paths) await visitWithout(`${path} comes last`, [path])
  for (const path of rest) {
    await visitWithout(
      `${path} comes first`,
      rest.filter(other => other !== path),
    )
  }
  await close()
})
