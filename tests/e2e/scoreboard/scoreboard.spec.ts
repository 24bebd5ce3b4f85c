import type { Page } from 'playwright/test'
import type { AccountStats, Scoreboard } from '../../../src/api/contract.ts'
import { expect, newParticipant, test } from '../test.ts'

const CROWD = 600

const nameOf = (place: number) => `Team number ${place}`

/** A signed-in page, whose scoreboard has many others above its own row. Most are far from what is in view. */
async function openCrowded(page: Page) {
  const name = await newParticipant(page)
  await page.route('**/v1/stats/scoreboard*', async route => {
    const response = await route.fetch()
    const { entries, ...rest } = (await response.json()) as Scoreboard
    const own = entries.find(({ displayName }) => displayName === `Team of ${name}`)
    if (!own) throw new Error('The scoreboard has no own row.')
    const others = Array.from({ length: CROWD }, (_, at) => ({
      ...own,
      accountId: `team-${at}`,
      displayName: nameOf(at + 1),
      points: 5000 - at,
      rank: at + 1,
    }))
    await route.fulfill({ response, json: { ...rest, entries: [...others, own] } })
  })
  await page.goto('/scoreboard')
  await expect(page.locator('tr[data-own-row]')).toBeInViewport()
}

const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]').count()

test('find-in-page leads to a row that is far from what is in view', async ({ page }) => {
  await openCrowded(page)
  await page.evaluate(() => scrollTo(0, 0))
  const row = page.getByRole('row', { name: nameOf(CROWD / 2 + 20) })
  await expect(row).toHaveCount(0)
  // Stands in for find-in-page, which no test can use: both reveal what is hidden until it is found.
  const text = encodeURIComponent(nameOf(CROWD / 2 + 20))
  await page.goto(`/scoreboard#:~:text=${text}`)
  await expect(row).toBeInViewport()
})

test('a printed scoreboard has all rows', async ({ page }) => {
  await page.addInitScript(() => {
    // This listener runs before the app's own one.
    window.addEventListener('afterprint', () => {
      const printed = document.querySelectorAll('tbody tr[aria-rowindex]').length
      document.documentElement.dataset.printed = String(printed)
    })
  })
  await openCrowded(page)
  expect(await rows(page)).toBeLessThan(CROWD)
  await page.pdf()
  await expect(page.locator('html')).toHaveAttribute('data-printed', String(CROWD + 1))
  await expect.poll(() => rows(page)).toBeLessThan(CROWD)
})

test("the user's own line ends with the plot, and a thin one leads to its name", async ({
  page,
}) => {
  const name = await newParticipant(page)
  await page.route('**/v1/stats/history*', async route => {
    const authorization = (await route.request().headerValue('authorization')) ?? ''
    const stats = await page.request.get('/v1/user/stats', { headers: { authorization } })
    const { accountId } = (await stats.json()) as AccountStats
    const points = [{ time: new Date().toISOString(), points: 50 }]
    const own = { accountId, displayName: `Team of ${name}`, points }
    await route.fulfill({ json: { series: [own] } })
  })
  await page.goto('/scoreboard')
  await expect(page.locator('li[data-own] svg')).toHaveCount(2)
  const [line, link] = await page
    .locator('li[data-own] svg')
    .evaluateAll(all => all.map(one => Number.parseFloat(getComputedStyle(one).strokeWidth)))
  expect(line).toBeGreaterThan(2)
  expect(link).toBe(1)
})
