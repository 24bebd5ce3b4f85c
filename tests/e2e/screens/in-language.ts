import { expect, type Page } from 'playwright/test'
import { everyLanguage, type Language } from '../../../src/domain/languages.ts'
import { textIn } from './scene.ts'

/**
 * Chooses a language where the page stands, also behind a dialog.
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

const isShown = (page: Page, language: Language) =>
  expect(
    page.locator('label').getByText(textIn(language, 'Language'), { exact: true }).first(),
  ).toBeAttached()

/** Looks at the page as it stands in another language, then shows the one before. Nothing where none can be chosen. */
export async function inLanguage(page: Page, language: Language, look: () => Promise<void>) {
  const shown = await choose(page, language)
  const before = everyLanguage.find(one => one === shown)
  if (before === undefined) return
  await isShown(page, language)
  await look()
  await choose(page, before)
  await isShown(page, before)
}
