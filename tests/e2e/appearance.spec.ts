import type { Locator, Page } from 'playwright/test'
import { accessToken } from './page/access-token.ts'
import { change } from './page/change.ts'
import { watchShaking } from './page/shaking.ts'
import { expect, newParticipant, signUp, test } from './test.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** The colour that the screen shows, from any notation. */
const colourOf = (locator: Locator, property: 'color' | 'backgroundColor' = 'color') =>
  locator.evaluate((element, name): Rgb => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    context.fillStyle = getComputedStyle(element)[name]
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue]
  }, property)

const middleOf = (locator: Locator) =>
  locator.evaluate(element => {
    const { top, bottom } = element.getBoundingClientRect()
    return (top + bottom) / 2
  })

const saturationOf = (colour: Rgb) => Math.max(...colour) - Math.min(...colour)

/** The everyday name of a colour. */
function nameOf(colour: Rgb): string {
  const [red, green, blue] = colour
  const saturation = saturationOf(colour)
  if (saturation < 25) return 'grey'
  if (green > red && green > blue) return 'green'
  if (blue > red) return 'blue'
  // Degrees from red towards yellow.
  const hue = (60 * (green - blue)) / saturation
  return hue < 15 ? 'red' : 'orange'
}

/** Sets what the backend answers from now on. It is made again for each request. */
const answer = (page: Page, url: string, json: () => unknown, status = 200) =>
  page.route(url, route => route.fulfill({ status, json: json() }))

const refusal = (code: string) => () => ({ ok: false, code, message: 'No.' })

/** Makes all that runs have this many minutes left, whenever the app asks. */
async function runFor(page: Page, minutes: number) {
  const stop = () => new Date(Date.now() + (minutes - 0.5) * 60_000).toISOString()
  await answer(page, '**/instance?*', () => ({
    state: 'running',
    scheduledStopTime: stop(),
    exposedEndpoints: [],
  }))
  await answer(page, '**/v1/user/flugzeug/enabled', () => ({ enabled: true }))
  await answer(page, '**/v1/user/flugzeug', () => ({
    status: 'running',
    stopTimestamp: stop(),
    url: null,
  }))
}

const challenge = '/challenge/web/hangar-search'

const schemes = ['light', 'dark'] as const

test.describe(() => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  test.beforeAll(async ({ browser, platform }) => {
    page = await browser.newPage({ baseURL: platform.origin })
    await newParticipant(page)
  })
  test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
  test.afterAll(() => page.close())

  test('minutes are red at 5 or less, of environment and desktop', async () => {
    for (const [minutes, colour] of [
      [6, 'grey'],
      [5, 'red'],
    ] as const) {
      await runFor(page, minutes)
      for (const path of [challenge, '/flugzeug']) {
        await page.goto(path)
        const text = page.locator('main').getByText(`${minutes} minutes left`)
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme })
          expect(nameOf(await colourOf(text)), `${path}, ${colorScheme}`).toBe(colour)
        }
      }
    }
  })

  test('the icon of the last minutes is level with its text, of environment and desktop', async () => {
    await runFor(page, 5)
    for (const path of [challenge, '/flugzeug']) {
      await page.goto(path)
      const time = page.locator('[data-short]').filter({ hasText: '5 minutes left' })
      const [icon, text] = [time.locator('svg'), time.locator('strong')]
      expect(Math.abs((await middleOf(icon)) - (await middleOf(text))), path).toBeLessThan(2)
    }
  })

  test('on narrow windows the flag field ends where the window ends, at the top and the bottom of the page', async () => {
    for (const [width, height] of [
      [360, 640],
      [390, 844],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(challenge)
      const field = page.getByRole('textbox', { name: 'Flag' })
      const edge = () =>
        field.evaluate(input => {
          let bar: Element | null = input
          while (bar && getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement
          return bar?.getBoundingClientRect().bottom
        })
      for (const top of [0, 10_000]) {
        await page.evaluate(place => scrollTo(0, place), top)
        await expect.poll(edge, `${width}, ${top}`).toBeCloseTo(height, 0)
      }
    }
    await test.step('a short page with a banner does not scroll', async () => {
      const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
      await change<object>(page, '**/v1/metadata', metadata => ({
        ...metadata,
        ctfStart: inMinutes(-90),
        ctfEnd: inMinutes(-30),
        ctfPostPlayEnd: inMinutes(90),
      }))
      await change<object>(page, '**/v1/challenges/hangar-search?*', one => ({
        ...one,
        description: 'Short.',
        hasEnvironment: false,
        hints: [],
      }))
      await page.goto(challenge)
      await expect(page.getByText('The CTF has ended.')).toBeVisible()
      await expect(page.getByText('Short.')).toBeVisible()
      const [whole, seen] = await page.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement
        return [scrollHeight, clientHeight]
      })
      expect(whole).toBe(seen)
    })
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('a refused extension shakes its button, of environment and desktop', async () => {
    await runFor(page, 60)
    await answer(page, '**/prolong?*', refusal('CANNOT_PROLONG_CHALLENGE_INSTANCE'), 400)
    await answer(page, '**/v1/user/flugzeug/prolong', refusal('CANNOT_PROLONG_FLUGZEUG'), 400)
    for (const path of [challenge, '/flugzeug']) {
      await page.goto(path)
      const button = page.getByRole('button', { name: 'Extend runtime' })
      await expect(button).toBeVisible()
      const shaken = await watchShaking(page)
      await button.click()
      await expect(shaken).toHaveText(/Extend runtime/)
    }
  })

  test('the message on a flag is green, orange or red, as its verdict', async () => {
    await page.goto(challenge)
    const field = page.getByRole('textbox', { name: 'Flag' })
    for (const [status, text, colour] of [
      [1, 'The flag is correct!', 'green'],
      [2, 'This flag is wrong.', 'red'],
      [3, 'This flag was already submitted.', 'orange'],
    ] as const) {
      await answer(page, '**/solve?*', () => ({ status }))
      await field.fill('GUIDON{a}')
      await field.press('Enter')
      const icon = page.getByRole('status').filter({ hasText: text }).locator('svg')
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        expect(nameOf(await colourOf(icon)), `${text} ${colorScheme}`).toBe(colour)
      }
    }
  })

  test("the user's own row has a ground of its own, ranks 1 to 3 a look of their own", async () => {
    const headers = { authorization: `Bearer ${await accessToken(page)}` }
    const { accountId } = await (await page.request.get('/v1/user/stats', { headers })).json()
    const entries = [1, 2, 3, 4, 5].map(rank => ({
      accountId: rank === 5 ? accountId : `a${rank}`,
      displayName: `Row ${rank}`,
      flags: 1,
      points: 123_456,
      rank,
    }))
    await answer(page, '**/v1/stats/scoreboard', () => ({ entries }))
    await page.goto('/scoreboard')
    const looks = await Promise.all(
      entries.map(async ({ displayName }) => {
        const row = page.getByRole('row', { name: displayName })
        const style = await row.evaluate(one => {
          const { backgroundColor, fontWeight } = getComputedStyle(one)
          return { ground: backgroundColor, weight: Number(fontWeight) }
        })
        const medals = await row.locator('td').first().locator('svg').all()
        return { ...style, medals: (await Promise.all(medals.map(one => colourOf(one)))).join() }
      }),
    )
    const [, , , fourth] = looks
    const like = looks.map(({ ground }) => ground === fourth?.ground)
    expect(like).toEqual([true, true, true, true, false])
    const heavier = looks.map(({ weight }) => weight > (fourth?.weight ?? 0))
    expect(heavier).toEqual([true, true, true, false, false])
    const medals = looks.map(look => look.medals)
    const [gold] = await page.getByRole('row', { name: 'Row 1' }).locator('svg').all()
    expect(gold && nameOf(await colourOf(gold))).toBe('orange')
    expect(new Set(medals.slice(0, 3)).size).toBe(3)
    expect(medals.map(medal => medal !== '')).toEqual([true, true, true, false, false])

    await test.step('points and names stay apart', async () => {
      for (const [width, least] of [
        [1280, 16],
        [768, 12],
        [360, 4],
      ] as const) {
        await page.setViewportSize({ width, height: 720 })
        const gap = await page.getByRole('row', { name: 'Row 1' }).evaluate(row => {
          const [points, name] = ['td + td', 'th'].map(cell => {
            const text = document.createRange()
            text.selectNodeContents(row.querySelector(cell) ?? row)
            return text.getBoundingClientRect()
          })
          return (name?.left ?? 0) - (points?.right ?? 0)
        })
        expect(gap, `${width} px`).toBeGreaterThanOrEqual(least)
      }
      await page.setViewportSize({ width: 1280, height: 720 })
    })
  })

  test('a day without solves is grey, and the more solves the greener', async () => {
    const counts = [0, 1, 4, 8]
    const flagSolves = counts.map(count => ({
      solveTimes: Array.from({ length: count }, () => new Date().toISOString()),
    }))
    await answer(page, '**/v1/stats/solvetimes', () => ({
      categories: [{ name: 'Web', challengeSolves: [{ name: 'Login', flagSolves }] }],
    }))
    await page.goto('/solves-calendar')
    const cells = counts.map((count, flag) =>
      page
        .locator(`tr[data-flag="${flag + 1}/${counts.length}"] td`)
        .filter({ hasText: new RegExp(`^${count}$`) })
        .first(),
    )
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const colours = await Promise.all(cells.map(cell => colourOf(cell, 'backgroundColor')))
      expect(colours.map(nameOf).slice(2), colorScheme).toEqual(['green', 'green'])
      expect(saturationOf(colours[0] ?? [255, 0, 0]), colorScheme).toBeLessThan(25)
      const greenness = colours.map(([red, green]) => green - red)
      expect(greenness, colorScheme).toEqual([...new Set(greenness)].sort((a, b) => a - b))
    }

    await test.step('in forced colours the cells are numbers, as the legend says', async () => {
      const legends = [page.getByText(/8 solves on a day/), page.getByText(/^A number says/)]
      const shown = () => Promise.all(legends.map(legend => legend.isVisible()))
      expect(await shown()).toEqual([true, false])
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await shown()).toEqual([false, true])
      await page.emulateMedia({ forcedColors: 'none' })
    })
  })

  test('in a calendar that is scrolled, the month of the days in view has its name in view', {
    tag: '@every-browser',
  }, async () => {
    await page.setViewportSize({ width: 600, height: 800 })
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await change<object>(page, '**/v1/metadata', metadata => ({
      ...metadata,
      ctfStart: inDays(-45),
      ctfEnd: inDays(45),
      ctfPostPlayEnd: inDays(45),
    }))
    await answer(page, '**/v1/stats/solvetimes', () => ({
      categories: [
        { name: 'Web', challengeSolves: [{ name: 'Login', flagSolves: [{ solveTimes: [] }] }] },
      ],
    }))
    await page.goto('/solves-calendar')
    const lost = await page.getByRole('region', { name: 'Solves in Web' }).evaluate(region => {
      const [, flag] = region.querySelectorAll('th')
      const months = [...region.querySelectorAll('th[scope=colgroup]')]
      const found: string[] = []
      for (let at = 0; at <= region.scrollWidth - region.clientWidth; at += 24) {
        region.scrollLeft = at
        const first = flag?.getBoundingClientRect().right ?? 0
        const last = region.getBoundingClientRect().right
        for (const month of months) {
          const { left, right } = month.getBoundingClientRect()
          const text = document.createRange()
          text.selectNodeContents(month)
          const name = text.getBoundingClientRect()
          const hasRoom = Math.min(right, last) - Math.max(left, first) > name.width + 4
          const isSeen = name.left >= first && name.right <= last
          if (hasRoom && !isSeen) found.push(`${month.textContent} at ${at}`)
        }
      }
      return found
    })
    expect(lost).toEqual([])
  })
})

test('in forced colours, a button that is off has another colour than one that is on', async ({
  page,
}) => {
  await newParticipant(page)
  await page.goto('/challenge/preflight/radio-check')
  await page.emulateMedia({ forcedColors: 'active' })
  const button = page.getByRole('button', { name: 'Submit' })
  const colour = () => button.evaluate(one => getComputedStyle(one).color)
  await expect(button).toBeDisabled()
  const off = await colour()
  await page.getByRole('textbox', { name: 'Flag' }).fill('a guess')
  await expect(button).toBeEnabled()
  expect(await colour()).not.toBe(off)
})

test('a wrong password shakes its field', async ({ page }) => {
  const name = await signUp(page)
  await page.getByLabel('Team name').fill(`Team of ${name}`)
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.locator('label', { hasText: 'Students' }).click()
  const field = page.getByLabel('Password of the group')
  await field.fill('guess')
  const shaken = await watchShaking(page)
  await field.press('Enter')
  await expect(shaken.locator('input')).toHaveValue('guess')
})
