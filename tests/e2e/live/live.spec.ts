import type { Browser, BrowserContext, Page } from 'playwright/test'
import { accessToken } from '../page/access-token.ts'
import { stopPolls, stoppedTimers } from '../page/timers.ts'
import { expect, playing, returnToTab, signUp, test } from '../test.ts'
import { openWithStream } from './open-with-stream.ts'

const radioCheck = 'radio-check'
const flags = {
  [radioCheck]: 'GUIDON{reading-you-five-by-five!}',
  checklist: 'GUIDON{left_right_both_off}',
}

/** Calls with the sign-in of the page. */
async function call(page: Page, method: string, path: string, data?: object) {
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const response = await page.request.fetch(path, {
    method,
    headers,
    failOnStatusCode: true,
    ...(data && { data }),
  })
  return response.status() === 204 ? null : response.json()
}

const solve = (page: Page, slug: keyof typeof flags) =>
  call(page, 'POST', `/v1/challenges/${slug}/solve?category=preflight`, { flag: flags[slug] })

/** A browser of its own, in which somebody plays. Its pages never poll. */
async function newParticipant(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  await stopPolls(context)
  const page = await context.newPage()
  const name = await playing(page)
  return { context, page, team: `Team of ${name}` }
}

/** The row of a team on an open scoreboard. Only rows in view are rendered: it may appear with the first points. */
async function rowOf({ team }: { team: string }, page: Page) {
  await expect(page.getByRole('table')).toBeVisible()
  return page.getByRole('row', { name: team })
}

/** The live streams that pages of a context request. Each entry is the event id after which it resumes. */
function watchStreams(context: BrowserContext): (string | null)[] {
  const streams: (string | null)[] = []
  context.on('request', request => {
    if (request.url().endsWith('/v1/live')) streams.push(request.headers()['last-event-id'] ?? null)
  })
  return streams
}

test('a solve is on the screens of the team and of others at once, without a poll', async ({
  browser,
  baseURL,
  page,
}) => {
  const alice = await newParticipant(browser, baseURL)
  const rival = await newParticipant(browser, baseURL)
  await stopPolls(page.context())
  await signUp(page)
  const { joinToken } = await call(alice.page, 'GET', '/v1/user/team')
  await call(page, 'POST', '/v1/teams/join', { joinToken })
  await openWithStream(page, `/challenge/preflight/${radioCheck}`)
  await openWithStream(rival.page, '/scoreboard')
  const board = await rowOf(alice, rival.page)
  await expect(page.getByRole('textbox', { name: 'Flag' })).toBeVisible()

  const begun = performance.now()
  const took = (who: string) => async () => {
    const description = `${Math.round(performance.now() - begun)} ms`
    test.info().annotations.push({ type: who, description })
  }
  await solve(alice.page, radioCheck)
  await Promise.all([
    expect(page.getByRole('link', { name: /^Radio Check Completed/ }))
      .toBeVisible()
      .then(took('team')),
    expect(board)
      .toContainText(/\d:\d\d/)
      .then(took('others')),
  ])
  for (const polled of [page, rival.page]) expect(await stoppedTimers(polled)).toBeGreaterThan(0)
  for (const { context } of [alice, rival]) await context.close()
})

test('unplugged and back, nothing is missing or twice', async ({ browser, baseURL }) => {
  const alice = await newParticipant(browser, baseURL)
  const rival = await newParticipant(browser, baseURL)
  await openWithStream(rival.page, '/scoreboard')
  const board = await rowOf(alice, rival.page)

  await rival.context.setOffline(true)
  await returnToTab(rival.page)
  const dialog = rival.page.getByRole('dialog', { name: 'Network connectivity issues' })
  await expect(dialog).toBeVisible()
  await solve(alice.page, radioCheck)
  await rival.context.setOffline(false)
  await expect(dialog).toBeHidden()
  await expect(board).toContainText(/\d:\d\d/)
  await expect(board).toHaveCount(1)

  await solve(alice.page, 'checklist')
  await expect(board).toContainText(/#\d110Team/)
  for (const { context } of [alice, rival]) await context.close()
})

test('one tab of a user has the stream for all; when it is closed, the next one resumes it', async ({
  browser,
  baseURL,
}) => {
  const alice = await newParticipant(browser, baseURL)
  const rival = await newParticipant(browser, baseURL)
  await openWithStream(rival.page, '/')
  // Starts only now: the previous page may just have opened its own stream.
  const streams = watchStreams(rival.context)
  const openTab = rival.context.waitForEvent('page')
  // The new tab is a duplicate: it begins with the sign-in of its original.
  await rival.page.evaluate(() => void window.open('/scoreboard'))
  const second = await openTab
  const board = await rowOf(alice, second)
  await solve(alice.page, radioCheck)
  await expect(board).toContainText(/\d:\d\d/)
  expect(streams).toEqual([])

  await rival.page.close()
  await expect.poll(() => streams.length).toBe(1)
  expect(streams[0]).toMatch(/^[\w-]+\.\d+$/)
  await solve(alice.page, 'checklist')
  await expect(board).toContainText(/#\d110Team/)
  for (const { context } of [alice, rival]) await context.close()
})
