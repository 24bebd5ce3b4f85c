/**
 * The scoreboard of 10,000 entries: `npm run bench -- scoreboard`. It measures
 *
 * - the longest task on a processor that is 4 times slower: at first, and when nobody's, one account's or everybody's
 *   points have changed,
 * - the number of nodes,
 * - the frames while it scrolls, of the main thread and on the screen, on the host's processor and on the slower one.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { Participant } from '../support/participant.ts'
import { createBench } from './benches.ts'
import { devTools, slowProcessor, tasksDuring } from './servers/dev-tools.ts'
import { categoryOf, flagOf, slugOf } from './servers/event.ts'
import { createFigures, median } from './servers/figures.ts'
import { framesDuring } from './servers/frames.ts'
import { openServers } from './servers/servers.ts'
import { letHide, poll } from './servers/visibility.ts'

createBench('scoreboard').parse()

const ENTRIES = 10_000
const REFRESHES = 5
/** Milliseconds for the work after an answer: rendering, and deferred work. */
const SETTLED = 1500
const size = { challenges: 20, flags: 3, days: 4 }

const settled = (page: Page) => page.waitForTimeout(SETTLED)

/** Every challenge is worth less when one more account has solved it, for all who have. */
async function solveNext({ call }: Participant, challenge: number) {
  const board = () => call('GET', '/v1/stats/scoreboard')
  const before = await board()
  for (let flag = 0; flag < size.flags; flag++) {
    const path = `/v1/challenges/${slugOf(challenge)}/solve?category=${categoryOf(challenge)}`
    await call('POST', path, { flag: flagOf(challenge, flag) })
  }
  // A board that is expensive to make may be a little old.
  while ((await board()) === before) await delay(500)
}

/** The longest task of a poll whose answer is changed by `change` before the page gets it. */
async function pollChanged(
  page: Page,
  change: (entries: { points: number }[], turn: number) => void,
) {
  const longest: number[] = []
  const path = '**/v1/stats/scoreboard'
  for (let turn = 0; turn < REFRESHES; turn++) {
    await page.route(path, async route => {
      const response = await route.fetch()
      const json = await response.json()
      change(json.entries, turn)
      await route.fulfill({ response, json })
    })
    const tasks = await tasksDuring(page, async () => {
      await poll(page, ['/v1/stats/scoreboard'])
      await settled(page)
    })
    await page.unroute(path)
    longest.push(tasks[0] ?? 0)
  }
  return median(longest)
}

/** Pixels a second at which people can read, and at which they cannot. */
const READING = 1500
const FAST = 8000

/** Scrolls for three seconds from the top, while `measure` looks. */
async function scroll<T>(
  page: Page,
  speed: number,
  measure: (act: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const cdp = await devTools(page)
  await page.evaluate(() => scrollTo(0, 0))
  await settled(page)
  return measure(() =>
    cdp.send('Input.synthesizeScrollGesture', {
      x: 700,
      y: 400,
      yDistance: -3 * speed,
      speed,
      gestureSourceType: 'mouse',
    }),
  )
}

const framesAt = (page: Page, speed: number) => scroll(page, speed, act => framesDuring(page, act))

/** How long rows in view were missing. Looking costs as much as scrolling, so this does not count frames. */
const missingAt = (page: Page, speed: number) =>
  scroll(page, speed, async act => {
    await page.evaluate(watchRows)
    await act()
    await settled(page)
    return page.evaluate(() => rowsMissing())
  })

/** Looks in each frame for missing rows in view, without a query that makes the browser lay out more. */
function watchRows() {
  let missing = 0
  let since: number | null = null
  let movedAt = 0
  let at = scrollY
  let afterRest = 0
  let isOver = false
  const areThere = () => {
    const body = document.querySelector('table[aria-rowcount] tbody')
    const total = Number(body?.parentElement?.getAttribute('aria-rowcount')) - 1
    const { top = 0, height = 0 } = body?.getBoundingClientRect() ?? {}
    const row = height / total
    const rendered = new Set(
      [...(body?.children ?? [])].map(one => Number(one.getAttribute('aria-rowindex')) - 2),
    )
    for (let y = Math.max(top + row / 2, innerHeight * 0.3); y < innerHeight * 0.95; y += row)
      if (!rendered.has(Math.floor((y - top) / row))) return false
    return true
  }
  const look = (time: number) => {
    if (scrollY !== at) movedAt = time
    at = scrollY
    if (areThere()) {
      if (since !== null) afterRest = time - movedAt
      since = null
    } else {
      since ??= time
      missing = Math.max(missing, time - since)
    }
    if (!isOver) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  globalThis.rowsMissing = () => {
    isOver = true
    return { missing, afterRest: since === null ? afterRest : Number.POSITIVE_INFINITY }
  }
}

declare global {
  /** The longest time that a row in view was missing, and the time from the last move until all were there, in ms. */
  var rowsMissing: () => { missing: number; afterRest: number }
}

const figures = createFigures()
const servers = await openServers({ size, crowd: ENTRIES - 1 })
try {
  const participant = await servers.enter('runner-up')
  const { page } = participant
  await letHide(page)
  await participant.visit('/')
  const cdp = await devTools(page)
  await slowProcessor(cdp)

  const first = await tasksDuring(page, async () => {
    await page.getByRole('link', { name: 'Scoreboard' }).click()
    await page.locator('tr[data-own-row]').waitFor()
    await settled(page)
  })
  figures.atMost('longest task at first', first[0] ?? 0, 200, 'ms')

  const own = page.locator('tr[data-own-row]')
  const isInSight = await own.evaluate(row => {
    const { x, y, height, width } = row.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('tr') === row
  })
  figures.atLeast('own row in sight at first', Number(isInSight), 1, 'row')
  const entries = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1
  figures.atLeast('entries', entries, ENTRIES, 'rows')

  const longest: number[] = []
  for (let turn = 0; turn < REFRESHES; turn++) {
    const before = await own.textContent()
    const tasks = await tasksDuring(page, async () => {
      // The page may get the news by the live stream before it polls.
      await solveNext(participant, turn)
      await poll(page, ['/v1/stats/scoreboard'])
      await settled(page)
    })
    if ((await own.textContent()) === before) throw new Error('The scoreboard has not changed.')
    longest.push(tasks[0] ?? 0)
  }
  console.log(`      of ${longest.map(Math.round).join(', ')} ms`)
  figures.atMost('longest task of a refresh', median(longest), 50, 'ms')

  const nothing = await pollChanged(page, () => {})
  figures.atMost('longest task of a poll without news', nothing, 30, 'ms')
  const one = await pollChanged(page, (entries, turn) => {
    const first = entries[0]
    if (first) first.points += turn + 1
  })
  figures.atMost('longest task of a poll with one changed row', one, 30, 'ms')
  const every = await pollChanged(page, (entries, turn) => {
    for (const entry of entries) entry.points += turn + 1
  })
  figures.atMost('longest task of a poll with all rows changed', every, 30, 'ms')

  const found = await tasksDuring(page, async () => {
    await page.getByRole('searchbox', { name: 'Find a name' }).pressSequentially('participant 77')
    await page.locator('[role=status]', { hasText: 'shown' }).waitFor()
    await settled(page)
  })
  figures.atMost('longest task of finding a name', found[0] ?? 0, 60, 'ms')
  const jump = await tasksDuring(page, async () => {
    await page.getByRole('button', { name: 'Jump to me' }).click()
    await settled(page)
  })
  figures.atMost("longest task of a jump to the user's own row", jump[0] ?? 0, 120, 'ms')

  const slow = await framesAt(page, FAST)
  figures.atLeast('frames while scrolling fast, slow processor', slow.main, 58, 'a second')
  figures.atMost('longest frame of it', slow.longest, 50, 'ms')
  figures.atLeast('on the screen meanwhile', slow.shown, 55, 'a second')
  figures.atMost('of them incomplete', slow.incomplete, 5, '%')
  const afterFast = await missingAt(page, FAST)
  figures.atMost('rows are there after the last move', afterFast.afterRest, 200, 'ms')
  const reading = await framesAt(page, READING)
  figures.atLeast('frames while reading, slow processor', reading.main, 50, 'a second')
  figures.atMost('longest frame of it', reading.longest, 50, 'ms')
  figures.atLeast('on the screen meanwhile', reading.shown, 55, 'a second')
  const { missing } = await missingAt(page, READING)
  figures.atMost('longest time that a row was missing', missing, 100, 'ms')

  await slowProcessor(cdp, 1)
  const nodes = await page.evaluate(() => {
    const walker = document.createNodeIterator(document)
    let count = 0
    while (walker.nextNode()) count += 1
    return count
  })
  figures.atMost('nodes of the page', nodes, 5000, 'nodes')
  const { main } = await framesAt(page, FAST)
  figures.atLeast('scrolled by', await page.evaluate(() => scrollY), 20_000, 'px')
  figures.atLeast('frames while scrolling', main, 58, 'a second')
} finally {
  await servers.close()
}
