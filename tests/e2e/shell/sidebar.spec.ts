import type { Page } from 'playwright/test'
import { expect, playing, test } from '../test.ts'

/** What moved in the sidebar since the page was opened. */
const shiftsOfSidebar = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        type Shift = PerformanceEntry & {
          value: number
          sources: { node: Node | null; previousRect: DOMRectReadOnly }[]
        }
        const sidebar = document.querySelector('#menu')?.getBoundingClientRect()
        new PerformanceObserver(list => {
          const inside = (list.getEntries() as Shift[]).flatMap(({ value, sources }) =>
            sources
              .filter(({ previousRect }) => previousRect.left < (sidebar?.right ?? 0))
              .map(({ node }) => `${value}: ${node?.textContent}`),
          )
          resolve(inside)
        }).observe({ type: 'layout-shift', buffered: true })
        // The browser reports nothing if nothing has moved.
        setTimeout(resolve, 50, [])
      }),
  )

for (const late of ['/v1/user/flugzeug/enabled', '/v1/challenges/'])
  test(`nothing moves in the sidebar if ${late} answers late`, async ({ page }) => {
    await playing(page)
    const isOther = (url: string) =>
      url !== late && ['/v1/user/flugzeug/enabled', '/v1/challenges/'].includes(url)
    const release = Promise.withResolvers<void>()
    await page.route(`**${late}`, async route => {
      await release.promise
      await route.continue()
    })
    const other = page.waitForResponse(response => isOther(new URL(response.url()).pathname))
    await page.goto('/announcements', { waitUntil: 'commit' })
    await (await other).finished()
    const sidebar = page.getByRole('navigation', { name: 'Pages and challenges' })
    await expect(sidebar.getByRole('link', { name: 'Announcements' })).toBeVisible()
    // Waits until the sidebar is drawn with what it knows.
    await page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))),
    )
    release.resolve()
    await expect(sidebar.getByRole('link', { name: 'Flugzeug VM' })).toBeVisible()
    await expect(sidebar.getByRole('link', { name: /Radio Check/ })).toBeVisible()
    expect(await shiftsOfSidebar(page)).toEqual([])
  })

test('the way back of the browser closes the menu and a dialog over the page that is left', {
  tag: '@every-browser',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 740 })
  await playing(page)
  const menu = page.getByRole('navigation', { name: 'Pages and challenges' })
  const openMenu = () => page.getByRole('button', { name: 'Menu' }).click()
  const home = page.getByRole('heading', { level: 1, name: /^Hello/ })

  await openMenu()
  await menu.getByRole('link', { name: 'Scoreboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeFocused()
  await openMenu()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(home).toBeFocused()
  await expect(menu).toBeHidden()

  await page.goForward()
  await page.getByRole('banner').getByRole('button', { name: 'VPN' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(home).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
})
