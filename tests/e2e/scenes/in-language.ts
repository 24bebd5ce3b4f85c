import type { Page } from 'playwright/test'
import { everyLanguage, type Language } from '../../../src/domain/languages.ts'
import { textIn } from './scene.ts'

/**
 * Chooses a language on the page as it is, even behind a dialog.
 * @returns the language before, or null if none can be chosen here
 */
const choose = (page: Page, language: Language) =>
  page.evaluate(chosen => {
    const option = document.querySelector(`select > option[value="${chosen}"]`)
    const select = option?.closest('select')
    if (!select) return null
    const before = select.value
    select.value = chosen
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return before
  }, language)

/** Checks in each frame: `expect` would wait up to a second between checks, twice for each of many scenes. */
const untilShown = (page: Page, language: Language) =>
  page.waitForFunction(
    name => [...document.querySelectorAll('label')].some(label => label.textContent === name),
    textIn(language, 'Language'),
  )

/** Calls `look` in another language, then restores the language. Does nothing if none can be chosen. */
export async function inLanguage(page: Page, language: Language, look: () => Promise<void>) {
  const shown = await choose(page, language)
  const before = everyLanguage.find(one => one === shown)
  if (before === undefined) return
  await untilShown(page, language)
  await look()
  await choose(page, before)
  await untilShown(page, before)
}
