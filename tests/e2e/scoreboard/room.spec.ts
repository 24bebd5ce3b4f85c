import { change } from '../page/change.ts'
import { expect, newParticipant, test } from '../test.ts'

test('beside the menu and on a tablet, names of teams have room, and the header gives its names less', async ({
  page,
}) => {
  await newParticipant(page)
  const time = new Date().toISOString()
  const stats = page.waitForResponse('**/v1/user/stats')
  await page.goto('/')
  const { accountId } = await (await stats).json()
  const entry = { flags: 12, points: 1234, lastSolve: time }
  await page.route('**/v1/stats/scoreboard', route =>
    route.fulfill({
      json: {
        entries: [
          { ...entry, accountId, displayName: 'Cyber Squad Alpha', rank: 1, rankBefore: 2 },
          { ...entry, accountId: 'b', displayName: 'Others', rank: 2, rankBefore: null },
        ],
        frozenSince: null,
      },
    }),
  )
  await page.route('**/v1/event', async route => {
    const event = await (await route.fetch()).json()
    await route.fulfill({ json: { ...event, name: 'Capture the Flag of Europe '.repeat(3) } })
  })
  const name = page.getByRole('table').getByText('Cyber Squad Alpha')
  const language = page.getByRole('banner').getByLabel('Language')
  await page.setViewportSize({ width: 1600, height: 800 })
  await page.goto('/scoreboard')
  await expect(page.getByRole('banner').getByText('Capture the Flag of Europe')).toBeVisible()
  const wide = await language.evaluate(select => select.clientWidth)
  for (const width of [640, 700, 768, 1024, 1100, 1200]) {
    await page.setViewportSize({ width, height: 800 })
    const room = await name.evaluate(one => one.clientWidth)
    expect(room, `${width} px: room for the name of a team`).toBeGreaterThan(100)
    if (width < 1024) continue
    expect(await language.evaluate(select => select.clientWidth), `${width} px`).toBe(wide)
    const right = await page.getByRole('banner').evaluate(header => header.scrollWidth)
    expect(right, `${width} px: the width of the header`).toBeLessThanOrEqual(width)
  }
})

test('on a phone the score chart has the width of its card, and whole names with their points', async ({
  page,
}) => {
  const name = 'Kernel Panic at the Disco'
  await newParticipant(page)
  const points = [{ time: new Date().toISOString(), points: 1234 }]
  await page.route('**/v1/stats/history', route =>
    route.fulfill({ json: { series: [{ accountId: 'a', displayName: name, points }] } }),
  )
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/scoreboard')
  const chart = page.getByRole('region', { name: 'Points over time' })
  const label = chart.locator('li').getByText(name)
  await expect(label).toBeVisible()
  expect(await label.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0)
  await expect(chart.locator('li').getByText('1,234')).toBeVisible()
  const line = await chart.locator('li svg').first().boundingBox()
  expect(line?.width).toBeGreaterThan(240)
})

test('on a phone eight flags of a challenge stand in one row, beside their points', async ({
  page,
}) => {
  await newParticipant(page)
  const score = { solvedFlags: 3, totalFlags: 8, points: 90, pointsTotal: 300, isCompleted: false }
  await page.route('**/score?*', route => route.fulfill({ json: score }))
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/challenge/web/hangar-search')
  const flags = page.getByRole('img', { name: '3 of 8 flags solved' })
  await expect(flags.locator('svg')).toHaveCount(8)
  const rows = await flags
    .locator('svg')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect().top))
  expect(new Set(rows).size).toBe(1)
  const text = await page.getByText('90 of 300 points').evaluate(one => {
    const range = document.createRange()
    range.selectNodeContents(one.firstChild ?? one)
    return range.getClientRects().length
  })
  expect(text).toBe(1)
})

test('the bar of many flags looks empty before the first one, and full after the last', async ({
  page,
}) => {
  await newParticipant(page)
  // The app's own yellow, as most events have it.
  await change(page, '**/v1/event', ({ accentColor, ...event }: { accentColor?: object }) => event)
  const score = { totalFlags: 60, points: 0, pointsTotal: 300, isCompleted: false }
  /** The colour in the middle of the bar. */
  const colourWith = async (solvedFlags: number) => {
    await page.route('**/score?*', route => route.fulfill({ json: { ...score, solvedFlags } }))
    await page.goto('/challenge/web/hangar-search')
    const bar = page.getByRole('img', { name: `${solvedFlags} of 60 flags solved` })
    const picture = await bar.locator('i').screenshot()
    return page.evaluate(async base64 => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      return [...context.getImageData(image.width / 2, image.height / 2, 1, 1).data]
    }, picture.toString('base64'))
  }
  const [empty, full] = [await colourWith(0), await colourWith(60)]
  // About as light as the page.
  expect(Math.min(...empty)).toBeGreaterThan(200)
  expect(full).not.toEqual(empty)
})
