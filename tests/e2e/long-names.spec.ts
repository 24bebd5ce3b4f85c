import type { Page } from 'playwright/test'
import { whatIsCutOff } from './cut-off.ts'
import { expect, newPlayer, test } from './test.ts'

const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const phone = { width: 360, height: 780 }

test.use({ viewport: phone })

/** Replaces parts of the platform's answers. */
const change = <T>(page: Page, url: string, changed: (answer: T) => unknown) =>
  page.route(url, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: changed(await response.json()) })
  })

const expectNothingCut = async (page: Page) => expect(await page.evaluate(whatIsCutOff)).toEqual([])

test('the link to the next challenge breaks a name of any length', async ({ page }) => {
  await newPlayer(page)
  await change(page, '**/v1/challenges/', (all: object[]) =>
    all.map(one => ({ ...one, name: word })),
  )
  await change(page, '**/v1/challenges/hangar-search/score?*', (score: object) => ({
    ...score,
    isCompleted: true,
  }))
  await page.goto('/challenge/web/hangar-search')
  const next = page.getByRole('link', { name: `Next: ${word}` })
  await expect(next).toBeVisible()
  const [button, text] = [await next.boundingBox(), await next.locator('span span').boundingBox()]
  const end = (box: typeof button) => (box?.x ?? 0) + (box?.width ?? 0)
  expect(end(button)).toBeLessThan(phone.width)
  expect(end(text)).toBeLessThan(end(button))
  await expectNothingCut(page)
})
