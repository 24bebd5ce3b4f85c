import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { everyScreen } from './screens.ts'
import { expect, test } from './test.ts'

test.describe.configure({ timeout: 120_000 })

const schemes = ['light', 'dark'] as const

/** What axe finds on the page as it stands, in both schemes: rule, element, and what is wrong. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page }).setLegacyMode()
    for (const { id, nodes } of (await axe.analyze()).violations) {
      found.push(
        ...nodes.map(
          ({ target, failureSummary }) => `${colorScheme}: ${id}: ${target}: ${failureSummary}`,
        ),
      )
    }
  }
  return found
}

everyScreen('axe finds nothing, in light and dark', async (page, name) => {
  expect.soft(await violations(page), name).toEqual([])
})
