import type { Page } from 'playwright/test'

/** Marks what shakes from now on, even if the browser has no time to draw it. */
export async function watchShaking(page: Page) {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    new MutationObserver(changes => {
      for (const { target } of changes) {
        const frames = (target as HTMLElement)
          .getAnimations()
          .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
        const moves = frames.some(({ translate }) => translate && translate !== 'none')
        if (moves) (target as HTMLElement).dataset.shaken = 'true'
      }
    }).observe(document, { subtree: true, attributeFilter: ['class'] })
  })
  return page.locator('[data-shaken]')
}
