import type { Page } from 'playwright/test'
import { change } from './page/change.ts'
import { expect, newParticipant, test } from './test.ts'

/** Runs in the page: what the header hides at its edges, and which of its parts lie over others. */
function faults() {
  const header = document.querySelector('header')
  if (!header) throw new Error('There is no header.')
  const found = header.scrollWidth > innerWidth ? [`${header.scrollWidth} px wide`] : []
  const parts = [...header.querySelectorAll<HTMLElement>('a, button, p, select, fieldset')]
    .map(part => ({ text: part.textContent || part.ariaLabel, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1)
  for (const [index, { text, box }] of parts.entries()) {
    if (box.top < 0 || box.bottom > header.offsetHeight) found.push(`${text}: over the edge`)
    for (const after of parts.slice(index + 1)) {
      const { left, right, top, bottom } = after.box
      const isOver = box.right > left + 1 && right > box.left + 1
      if (isOver && box.bottom > top + 1 && bottom > box.top + 1)
        found.push(`${text} over ${after.text}`)
    }
  }
  return found
}

/** Runs in the page: what a finger may miss. Links in a line of text or of a table are as high as their line. */
function lowTargets() {
  return [...document.querySelectorAll<HTMLElement>('a, button, label:has(input)')]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('td, th, p'))
    .filter(one => one.clientWidth > 1 && Math.round(one.getBoundingClientRect().height) < 44)
    .map(one => `${one.ariaLabel || one.textContent}: ${one.getBoundingClientRect().height} px`)
}

/** A header with everything: time, rank, points, environments and news. */
async function openFullHeader(page: Page) {
  await newParticipant(page)
  await change(page, '**/v1/user/stats', (stats: { score: object; runningChallenges: object }) => ({
    ...stats,
    score: { ...stats.score, rank: 10, points: 12_345 },
    runningChallenges: {
      ...stats.runningChallenges,
      running: [{ categorySlug: 'web', challengeSlug: 'hangar-search' }],
    },
  }))
  await page.goto('/scoreboard')
  await expect(page.getByRole('banner').getByText('12,345')).toBeVisible()
}

for (const language of ['en', 'de']) {
  test(`the header fits at each width, with everything in it (${language})`, async ({ page }) => {
    await openFullHeader(page)
    await page.evaluate(lang => localStorage.setItem('lang', lang), language)
    await page.reload()
    await expect(page.getByRole('banner').getByText(/12.345/)).toBeVisible()
    const all: string[] = []
    for (let width = 320; width <= 1440; width += 16) {
      await page.setViewportSize({ width, height: 800 })
      all.push(...(await page.evaluate(faults)).map(fault => `${width} px: ${fault}`))
    }
    expect(all).toEqual([])

    await test.step('on a touch screen, what can be pressed is 44 pixels high', async () => {
      const screen = await page.context().newCDPSession(page)
      await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true })
      for (const width of [360, 1024]) {
        await page.setViewportSize({ width, height: 800 })
        all.push(...(await page.evaluate(faults)).map(fault => `${width} px, touch: ${fault}`))
      }
      await page.setViewportSize({ width: 360, height: 800 })
      await page.getByRole('banner').getByRole('button').first().click()
      all.push(...(await page.evaluate(lowTargets)))
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'VPN' }).click()
      await page.getByRole('dialog').waitFor()
      all.push(...(await page.evaluate(lowTargets)))
      expect(all).toEqual([])
    })
  })
}
