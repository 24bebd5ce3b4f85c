import type { Page } from 'playwright/test'
import type { Participant } from '../../../scripts/shots/participant.ts'
import type { Scoreboard } from '../../../src/api/contract.ts'
import { openServers } from '../../bench/servers/servers.ts'
import { test as base, expect } from '../test.ts'

const CROWD = 600
const size = { challenges: 5, flags: 2, days: 4 }

/** A signed-in page on a platform with many others, most of whose rows are far from what is in view. */
const test = base.extend<object, { crowded: Participant }>({
  crowded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
    async ({}, use) => {
      const servers = await openServers({ size, crowd: CROWD })
      await use(await servers.enter('loner'))
      await servers.close()
    },
    { scope: 'worker' },
  ],
})

const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]').count()

test('find-in-page leads to a row that is far from what is in view', async ({ crowded }) => {
  const { page } = crowded
  await crowded.visit('/scoreboard')
  await expect(page.locator('tr[data-own-row]')).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  const { entries } = JSON.parse(await crowded.call('GET', '/v1/stats/scoreboard')) as Scoreboard
  const name = entries[CROWD / 2 + 20]?.displayName ?? ''
  await expect(page.getByRole('row', { name })).toHaveCount(0)
  // The way to find-in-page that a test can take: both reveal what is hidden until it is found.
  await page.goto(`/scoreboard#:~:text=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row', { name })).toBeInViewport()
})

test('what is printed has the row of everybody', async ({ crowded }) => {
  const { page } = crowded
  await page.addInitScript(() => {
    // Heard before the app hears that the printer is done.
    window.addEventListener('afterprint', () => {
      const printed = document.querySelectorAll('tbody tr[aria-rowindex]').length
      document.documentElement.dataset.printed = String(printed)
    })
  })
  await crowded.visit('/scoreboard')
  await expect(page.locator('tr[data-own-row]')).toBeInViewport()
  expect(await rows(page)).toBeLessThan(CROWD)
  await page.pdf()
  await expect(page.locator('html')).toHaveAttribute('data-printed', String(CROWD + 1))
  await expect.poll(() => rows(page)).toBeLessThan(CROWD)
})
