import { readFileSync } from 'node:fs'
import type { default as axe, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

/** As axe is shipped to pages: less than half of the source that its module has. */
const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** The only rules of axe that depend on colours. They take the most time. */
export const ofColours = ['color-contrast', 'link-in-text-block']

/** Loads axe into each frame once: loading takes as long as running it. */
async function provide(page: Page) {
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(source)
}

/** What axe finds in one scheme in all but `seenParts`: rule, element, and what is wrong. */
export async function violations(
  page: Page,
  scheme: 'light' | 'dark',
  options: RunOptions,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme })
  await provide(page)
  // Describing also all elements that pass would take most of the time.
  const all: RunOptions = { resultTypes: ['violations'], ...options }
  const found = await page.evaluate(runAxe, all)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${scheme}: ${id}: ${target}: ${failureSummary}`),
  )
}

/** Runs in the page, so it refers to nothing outside itself. */
async function runAxe(options: RunOptions) {
  const page = window as unknown as { axe: typeof axe }
  return (await page.axe.run({ exclude: globalThis.seenParts ?? [] }, options)).violations
}
