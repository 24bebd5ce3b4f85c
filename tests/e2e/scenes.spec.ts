import type { Browser, Page } from 'playwright/test'
import { sourceLanguage } from '../../src/domain/languages.ts'
import { enter } from '../support/participant.ts'
import { whatIsCutOff } from './cut-off.ts'
import type { RunningPlatform } from './platform.ts'
import { ofColours, violations } from './scenes/axe.ts'
import { layoutShift } from './scenes/layout-shift.ts'
import { hasNewParts } from './scenes/new-parts.ts'
import { whatDependsOnOrder } from './scenes/style-order.ts'
import { desk, everyScene } from './scenes.ts'
import { expect, test } from './test.ts'

test.describe.configure({ mode: 'parallel' })

/**
 * A phone, and a small laptop of 1280 × 800 at 200 % zoom: half as many of the page's pixels each way. Text of twice
 * the size on the phone is the same as half its window, since the sizes are in rem.
 */
const narrow = {
  '360 px': { width: 360, height: 780 },
  '200 %': { width: 640, height: 400 },
  '360 px, large text': { width: 180, height: 390 },
}

/** What does not fit, at each of the narrow sizes. */
async function misfits(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [name, size] of Object.entries(narrow)) {
    await page.setViewportSize(size)
    found.push(...(await page.evaluate(whatIsCutOff)).map(what => `${name}: ${what}`))
  }
  return found
}

const softly = expect.configure({ soft: true })

/** A page follows the size of its window some frames later, beside other tests more than some. */
const fits = (page: Page, name: string) =>
  softly
    .poll(() => misfits(page), { message: `${name}: narrow windows`, timeout: 10_000 })
    .toEqual([])

/** The CSS rules that were compared on earlier scenes. */
const comparedStyles: string[] = []

everyScene(
  'it keeps its place, axe finds nothing in light and dark, and it fits 360 px, 200 % zoom and large text',
  async (page, name, locale) => {
    expect.soft(await layoutShift(page), `${name}: layout shift`).toBeLessThanOrEqual(0.02)
    await expect.soft(page.locator('html'), `${name}: language`).toHaveAttribute('lang', locale)
    // Elements, styles and colours are the same in each language. `npm run locales` checks that no text is missing.
    if (locale === sourceLanguage && (await hasNewParts(page))) {
      const known = comparedStyles.join('\n')
      const { found, compared } = await page.evaluate(whatDependsOnOrder, known)
      comparedStyles.push(...compared)
      expect.soft(found, `${name}: order of styles`).toEqual([])
      const dark = await violations(page, 'dark', { runOnly: ofColours })
      expect.soft(dark, `${name}: axe in the dark scheme`).toEqual([])
      expect.soft(await violations(page, 'light', {}), `${name}: axe`).toEqual([])
    }
    await fits(page, name)
  },
  async (page, name, locale) => {
    expect.soft(await page.locator('html').getAttribute('lang'), `${name}: language`).toBe(locale)
    await fits(page, name)
  },
)

/** Enters with a team and a score group. */
async function enterToPlay(
  browser: Browser,
  { origin }: RunningPlatform,
  { user, team }: { user: string; team: string },
) {
  const participant = await enter(browser, { origin, user, locale: 'en' })
  await participant.call('POST', '/v1/teams', { name: team })
  await participant.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return participant
}

test('the cells of the flag calendar have one size at each width, however long a name is', async ({
  browser,
  platform,
}) => {
  const participant = await enterToPlay(browser, platform, { user: 'mason', team: 'Masons' })
  const { page } = participant
  const names = ['Login', 'A name as long as some organisers like it, which is really long']
  const challengeSolves = names.map(name => ({ name, flagSolves: [{ solveTimes: [] }] }))
  await page.route('**/v1/stats/solvetimes', route =>
    route.fulfill({ json: { categories: [{ name: 'Web', challengeSolves }] } }),
  )
  await participant.visit('/solves-calendar')
  const isCut = await page
    .getByText(/^A name as long/)
    .evaluate(name => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
  expect(isCut, 'a long name is cut, though there is room').toBe(false)
  for (const size of [desk, ...Object.values(narrow)]) {
    await participant.page.setViewportSize(size)
    const boxes = (cell: string) =>
      page.locator(`tbody ${cell}`).evaluateAll(all => all.map(one => one.getBoundingClientRect()))
    const [flag, firstDay] = [await boxes('th + th'), await boxes('th + td')]
    expect(flag.length).toBe(names.length)
    const isCovered = flag.some(({ right }, row) => right > (firstDay[row]?.left ?? 0))
    expect(isCovered, `${size.width} px: the number of a flag covers its first day`).toBe(false)
    const sizes = await participant.page.locator('td').evaluateAll(cells =>
      cells.map(cell => {
        const { width, height } = cell.getBoundingClientRect()
        return `${width} × ${height}`
      }),
    )
    expect([...new Set(sizes)], `${size.width} px`).toEqual([
      size.width < 640 ? '24 × 34' : '24 × 24',
    ])
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('td').first()).toHaveCSS('print-color-adjust', 'exact')
  await participant.close()
})

test('a flag calendar of one day has room for the name of its month', async ({
  browser,
  platform,
}) => {
  const participant = await enterToPlay(browser, platform, { user: 'monty', team: 'Months' })
  const { page } = participant
  await participant.answer('**/v1/metadata', {
    ctfStart: '2025-11-02T08:00:00.000Z',
    ctfEnd: '2025-11-02T20:00:00.000Z',
    ctfPostPlayEnd: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await participant.visit('/solves-calendar')
  const month = page.getByRole('columnheader', { name: 'Nov' }).first()
  for (const size of [desk, narrow['360 px']]) {
    await page.setViewportSize(size)
    await expect(month).toBeVisible()
    expect(await page.evaluate(whatIsCutOff), `${size.width} px`).toEqual([])
  }
  await participant.close()
})

test('on paper, the flag calendar of a long event has all of its days', async ({
  browser,
  platform,
}) => {
  const participant = await enterToPlay(browser, platform, { user: 'paula', team: 'Papers' })
  const { page } = participant
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const phases = { ctfStart: inDays(-40), ctfEnd: inDays(7), ctfPostPlayEnd: inDays(8) }
  await participant.answer('**/v1/metadata', phases)
  await participant.visit('/solves-calendar')
  // A4 at 96 pixels an inch, without the margins of printers.
  await page.setViewportSize({ width: 718, height: 1047 })
  await page.emulateMedia({ media: 'print' })
  const table = page.getByRole('region', { name: 'Solves in Web' })
  const { right } = await table.evaluate(one => one.getBoundingClientRect())
  const heads = await table
    .locator('thead tr:last-child th')
    .evaluateAll(all => all.map(day => day.getBoundingClientRect().right))
  expect(heads.length).toBeGreaterThan(40)
  const cells = await table
    .locator('tbody tr:first-child td')
    .evaluateAll(all => all.map(cell => cell.getBoundingClientRect().right))
  expect(Math.max(...cells, ...heads)).toBeLessThanOrEqual(right)
  await participant.close()
})

test('the flag calendar of a long event begins on a phone with today, or with the last day', {
  tag: '@every-browser',
}, async ({ browser, platform }) => {
  const participant = await enterToPlay(browser, platform, { user: 'tobias', team: 'Todays' })
  const { page } = participant
  await page.setViewportSize(narrow['360 px'])
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const head = (last: number) => {
    const date = new Date(inDays(last)).getDate()
    return page.getByRole('columnheader', { name: `${date}`, exact: true })
  }
  for (const [start, end, shown] of [
    [-20, 8, 0],
    [-27, -1, -1],
  ] as const) {
    await participant.answer('**/v1/metadata', {
      ctfStart: inDays(start),
      ctfEnd: inDays(end),
      ctfPostPlayEnd: inDays(30),
    })
    await participant.visit('/solves-calendar')
    await expect(head(shown).first()).toBeInViewport({ ratio: 1 })
    const isCovered = await head(shown)
      .first()
      .evaluate(day => {
        const { left, top, width, height } = day.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) !== day
      })
    expect(isCovered, 'the names cover the day').toBe(false)
    await expect(page.locator('[aria-current=date]')).toHaveCount(
      shown === 0 ? await page.locator('table').count() : 0,
    )
  }
  await participant.close()
})

test('the header goes to the edge of the window, and choices take a click themselves', async ({
  browser,
  platform,
}) => {
  const participant = await enter(browser, { origin: platform.origin, user: 'edgar', locale: 'en' })
  const { page } = participant
  await participant.call('POST', '/v1/teams', { name: 'Edges' })
  await page.setViewportSize(desk)
  await participant.visit('/')
  const pixel = (x: number) => page.screenshot({ clip: { x, y: 20, width: 2, height: 2 } })
  expect((await pixel(desk.width - 4)).equals(await pixel(desk.width / 2))).toBe(true)
  await page.getByRole('radio', { name: 'Open' }).click()
  await participant.close()
})
