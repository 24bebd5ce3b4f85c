import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { enter, type Stage } from '../../scripts/shots/stage.ts'
import { inPhase } from './phases.ts'
import { outside, type Screen, screens, screensAfter, screensBefore } from './screens.ts'
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

async function look(stage: Stage, list: readonly Screen[]) {
  for (const { name, open } of list) {
    await test.step(name, async () => {
      await open(stage)
      expect.soft(await violations(stage.page), name).toEqual([])
    })
  }
}

for (const [name, open] of Object.entries(outside)) {
  test(`axe finds nothing on the ${name}, in light and dark`, async ({ page }) => {
    await open(page)
    expect(await violations(page)).toEqual([])
  })
}

test('axe finds nothing on any screen or dialog of a running event, in light and dark', async ({
  browser,
  platform,
}) => {
  const stage = await enter(browser, platform.origin, 'axeman', 'en')
  await look(stage, screens)
  await stage.close()
})

test('axe finds nothing on the menu of a small screen, in light and dark', async ({
  browser,
  platform,
}) => {
  const stage = await enter(browser, platform.origin, 'axelle', 'en')
  await stage.page.setViewportSize({ width: 360, height: 780 })
  await stage.page.getByRole('button', { name: 'Menu' }).click()
  expect(await violations(stage.page)).toEqual([])
  await stage.close()
})

test('axe finds nothing before the start and after the end, in light and dark', async ({
  browser,
}) => {
  await inPhase('upcoming', async ({ origin }) => {
    const stage = await enter(browser, origin, 'early', 'en')
    await look(stage, screensBefore)
    await stage.close()
  })
  await inPhase('over', async ({ origin }) => {
    const stage = await enter(browser, origin, 'late', 'en')
    await look(stage, screensAfter)
    await stage.close()
  })
})
