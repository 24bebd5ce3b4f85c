import { expect, type Locator, type Page } from 'playwright/test'

/** More stops than any page has. */
const STOPS = 80

/** Whether the focus is visible, on the element itself or on the box that it fills. */
export const isFocusMarked = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return true
    const boxes = [focused, focused.parentElement, focused.parentElement?.parentElement]
    return boxes.some(box => {
      if (!box) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(box)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
  })

/** Moves the focus to the target by Tab or Shift+Tab alone, and checks that it is visible at every stop. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press(key)
    const on = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')
    expect(await isFocusMarked(page), `a visible focus on ${on}`).toBe(true)
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`${target} is not reached by ${key}.`)
}
