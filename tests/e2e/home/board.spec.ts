import type { Page } from 'playwright/test'
import { expect, newParticipant, playing, test } from '../test.ts'

/** Ten copies of the demo event's challenges. The first ones are the originals. */
const hundred = async (page: Page) =>
  page.route('**/v1/challenges/', async route => {
    const response = await route.fetch()
    const list: { slug: string; name: string }[] = await response.json()
    const copyOf = (copy: number) =>
      list.map(one => ({ ...one, slug: `${one.slug}-${copy}`, name: `${one.name} ${copy}` }))
    const copies = Array.from({ length: 9 }, (_, copy) => copyOf(copy + 1))
    await route.fulfill({ response, json: [...list, ...copies.flat()] })
  })

test('a menu of a hundred challenges is drawn where it is seen, and works by keyboard', async ({
  page,
}) => {
  await hundred(page)
  await playing(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Pages and challenges' })
  const links = menu.locator('a[href^="/challenge/"]')
  await expect(links).toHaveCount(100)
  const isDrawn = () =>
    links.last().evaluate(one => one.checkVisibility({ contentVisibilityAuto: true }))
  await expect.poll(isDrawn).toBe(false)

  await links.last().focus()
  await expect(links.last()).toBeInViewport()
  await expect.poll(isDrawn).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a board of a hundred challenges is drawn where it is seen, and works by keyboard', async ({
  page,
}) => {
  await hundred(page)
  await playing(page)
  const board = page.getByRole('region', { name: 'Challenges', exact: true })
  await expect(board.locator('li')).toHaveCount(100)
  const link = board.locator('li').last().getByRole('link').first()
  const isDrawn = () =>
    link.evaluate(element => element.checkVisibility({ contentVisibilityAuto: true }))
  expect(await isDrawn()).toBe(false)

  const name = (await link.textContent()) ?? ''
  await link.focus()
  await expect(link).toBeInViewport()
  await expect.poll(isDrawn).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveText(
    new RegExp(`^${name}`),
  )
})

test('on a phone, where no sidebar is beside it, the board itself is filtered', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await playing(page)
  const board = page.getByRole('region', { name: 'Challenges', exact: true })
  await board.getByRole('searchbox', { name: 'Filter challenges' }).fill('hangar')
  await expect(board.getByRole('listitem')).toHaveCount(1)
})

test('the link of the challenge that is open is in sight, after a reload and in a folded category', async ({
  page,
}) => {
  await hundred(page)
  await newParticipant(page)
  await page.goto('/challenge/recovery/night-traffic')
  const current = page.getByRole('navigation').locator('[aria-current]')
  await expect(current).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const category = page.getByRole('button', { name: /^Recovery/ })
  await category.click()
  await page.reload()
  await expect(category).toHaveAttribute('aria-expanded', 'false')
  await expect(current).toBeInViewport()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(current).toBeInViewport()
})
