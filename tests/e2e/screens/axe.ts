import { readFileSync } from 'node:fs'
import type { default as axe, RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

/** As axe is shipped to pages: less than half of the source that its module has. */
const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Of axe's rules, these alone depend on colours. They take the most time. */
export const ofColours = ['color-contrast', 'link-in-text-block']

/** Gives axe to each frame, once for each load of it: it takes as long as what axe finds. */
async function provide(page: Page) {
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(source)
}

/** The elements that earlier pages have had looked at, by scheme: what they are, and what is around them. */
const known = { light: new Set<string>(), dark: new Set<string>() }

/**
 * What axe finds in one scheme: rule, element, and what is wrong. What is around the content is the same on many
 * pages. It is looked at once, wherever nothing about it has changed.
 */
export async function violations(
  page: Page,
  scheme: 'light' | 'dark',
  options: RunOptions,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: scheme })
  await provide(page)
  // To describe all elements that pass as well would take most of the time.
  const all: RunOptions = { resultTypes: ['violations'], ...options }
  const { found, looked } = await page.evaluate(runAxe, [all, [...known[scheme]]] as const)
  for (const key of looked) known[scheme].add(key)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${scheme}: ${id}: ${target}: ${failureSummary}`),
  )
}

/** Runs in the page, so that it refers to nothing outside itself. */
async function runAxe([options, known]: readonly [RunOptions, readonly string[]]) {
  const before = new Set(known)
  const looked: string[] = []
  const exclude: Element[] = []
  async function look(element: Element, around: string) {
    const text = new TextEncoder().encode(around + element.outerHTML)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', text))
    const key = digest.toBase64()
    // What is in a frame does not show.
    if (before.has(key) && !element.matches('iframe, :has(iframe)')) return exclude.push(element)
    looked.push(key)
    const inside = `${around} > ${element.localName}.${element.getAttribute('class')}`
    for (const child of element.children) await look(child, inside)
  }
  await look(document.body, `${innerWidth} px`)
  const page = window as unknown as { axe: typeof axe }
  return { found: (await page.axe.run({ exclude }, options)).violations, looked }
}
