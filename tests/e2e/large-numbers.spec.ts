import type { Locator } from 'playwright/test'
import { change } from './page/change.ts'
import { expect, newParticipant, newTeam, test } from './test.ts'

const DAY = 86_400_000

/** From where to where the text of an element goes, in pixels of the window. */
const extentOf = (element: Locator) =>
  element.evaluate(one => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const { left, right } = range.getBoundingClientRect()
    return { left, right }
  })

test('points of seven digits end before the name beside them', async ({ page }) => {
  await newParticipant(page)
  const more = { flags: 1, lastSolve: new Date().toISOString() }
  const entries = [
    { accountId: 'a', displayName: 'Foxes', rank: 1, points: 1_234_567, ...more },
    { accountId: 'b', displayName: 'Owls', rank: 2, points: -1_234_567, ...more },
  ]
  await change(page, '**/v1/stats/scoreboard*', (board: object) => ({ ...board, entries }))
  await page.goto('/scoreboard')
  for (const width of [320, 360, 640, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    for (const [name, text] of [
      ['Foxes', '1,234,567'],
      ['Owls', '−1,234,567'],
    ] as const) {
      const row = page.getByRole('row', { name })
      const points = await extentOf(row.getByRole('cell', { name: text }))
      const beside = await extentOf(row.getByText(name))
      expect(points.right, `${width} px`).toBeLessThan(beside.left)
      const rank = await extentOf(row.getByRole('cell').first())
      expect(rank.right, `${width} px`).toBeLessThan(points.left)
    }
  }
})

test('the days until an event of next year fit into their tile', async ({ page }) => {
  await newTeam(page)
  const [ctfStart, ctfEnd] = [400, 402].map(days => new Date(Date.now() + days * DAY).toISOString())
  const times = { ctfStart, ctfEnd, ctfPostPlayEnd: ctfEnd }
  await change(page, '**/v1/metadata', (metadata: object) => ({ ...metadata, ...times }))
  await page.goto('/')
  const days = page.getByRole('timer').getByText(/^(399|400)$/)
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    const text = await extentOf(days)
    const tile = await days.locator('..').evaluate(one => one.getBoundingClientRect().toJSON())
    expect(text.left - tile.left, `${width} px`).toBeGreaterThan(4)
    expect(tile.right - text.right, `${width} px`).toBeGreaterThan(4)
  }
})

test('what opens the QR code is high enough for a mouse and for a finger', async ({ page }) => {
  await newParticipant(page)
  const screen = await page.context().newCDPSession(page)
  for (const [enabled, least] of [
    [false, 24],
    [true, 44],
  ] as const) {
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled })
    await page.goto('/my-team')
    const summary = page.locator('summary', { hasText: 'Show as a QR code' })
    await expect(summary).toBeVisible()
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(least)
  }
})

test('with large text on a phone, points of seven digits leave the page as wide as it is', async ({
  page,
}) => {
  await newParticipant(page)
  await change(page, '**/v1/user/stats', (stats: { score: object }) => ({
    ...stats,
    score: { ...stats.score, rank: 1, points: 1_234_567 },
  }))
  await page.setViewportSize({ width: 180, height: 390 })
  await page.goto('/scoreboard')
  await expect(page.getByRole('banner').getByText('1,234,567')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180)
})
