import type { Page } from 'playwright/test'
import { whatIsCutOff } from './cut-off.ts'
import { change } from './page/change.ts'
import { expect, newParticipant, test } from './test.ts'

/** A phone of 360 pixels with text of twice the size: the same as half its window, since the sizes are in rem. */
test.use({ viewport: { width: 180, height: 390 } })

const HOUR = 3_600_000

const expectNothingCut = async (page: Page) => expect(await page.evaluate(whatIsCutOff)).toEqual([])

test.describe('in American English', () => {
  // Its times are longer than those of the other tests.
  test.use({ locale: 'en-US' })

  test('when a member was last seen breaks rather than to be cut off', async ({ page }) => {
    const username = await newParticipant(page)
    await change(page, '**/v1/user/submissions', () => ({
      submissions: [
        {
          username,
          time: '2026-11-30T12:58:00.000Z',
          categorySlug: 'recovery',
          challengeSlug: 'flight-recorder',
          status: 2,
        },
      ],
    }))
    await page.goto('/my-team')
    await expect(page.getByText('Last at Flight Recorder')).toBeVisible()
    await expectNothingCut(page)
  })

  test('the labels of the times below the points do not touch', async ({ page }) => {
    await newParticipant(page)
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
    const points = [3, 2, 1].map(hours => ({ time: ago(hours), points: 100 / hours }))
    await change(page, '**/v1/metadata', (event: object) => ({ ...event, ctfStart: ago(4) }))
    await change(page, '**/v1/stats/history', () => ({
      series: [{ accountId: 'a', displayName: 'Foxes', points }],
    }))
    await page.goto('/scoreboard')
    await expect(page.getByText('Foxes').first()).toBeVisible()
    const labels = page.getByText(/^\d+(:\d\d)?\s[AP]M$/).filter({ visible: true })
    await expect(labels.first()).toBeVisible()
    const extents = await labels.evaluateAll(all =>
      all.map(one => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    )
    for (const [index, { left }] of extents.entries())
      if (index > 0) expect(left).toBeGreaterThan(extents[index - 1]?.right ?? 0)
  })
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('a flag has room beside or above its button, and a hint has room around its price', async ({
    page,
  }) => {
    await newParticipant(page)
    await page.goto('/challenge/web/hangar-search')
    const field = await page.getByRole('textbox', { name: 'Flag', exact: true }).boundingBox()
    expect(field?.width).toBeGreaterThan(90)
    const hint = page.locator('summary', { hasText: 'Hinweis 1' })
    const row = await hint.boundingBox()
    const price = await hint.getByText('Kostenlos').boundingBox()
    const bottom = (box: typeof row) => (box?.y ?? 0) + (box?.height ?? 0)
    expect(bottom(row) - bottom(price)).toBeGreaterThanOrEqual(4)
  })
})
