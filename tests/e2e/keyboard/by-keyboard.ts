import { expect, type Locator, type Page } from 'playwright/test'

/** More stops than any page has. */
const STOPS = 80

/** Runs in the page: what has the focus, and whether that is visible, on the element itself or on the box that it fills. */
function lookAtFocus(target: Node | null) {
  const focused = document.activeElement
  const found = {
    on: focused?.outerHTML.slice(0, 120) ?? '',
    isOnTarget: focused === target,
    /** Whether the page has replaced the target. */
    isGone: target?.isConnected === false,
  }
  if (!focused || focused === document.body) return { ...found, isMarked: true }
  const boxes = [focused, focused.parentElement, focused.parentElement?.parentElement]
  const isMarked = boxes.some(box => {
    if (!box) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(box)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  return { ...found, isMarked }
}

/** Whether the focus is visible. */
export const isFocusMarked = async (page: Page) => (await page.evaluate(lookAtFocus, null)).isMarked

/** Moves the focus to the target by Tab or Shift+Tab alone, and checks that it is visible at every stop. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const page = target.page()
  await expect(target).toBeVisible()
  // The page is searched for it once, since that takes far longer than all else at a stop.
  let element = await target.elementHandle()
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press(key)
    let found = await page.evaluate(lookAtFocus, element)
    if (found.isGone) {
      element = await target.elementHandle()
      found = await page.evaluate(lookAtFocus, element)
    }
    expect(found.isMarked, `a visible focus on ${found.on}`).toBe(true)
    if (found.isOnTarget) return
  }
  throw new Error(`${target} is not reached by ${key}.`)
}
