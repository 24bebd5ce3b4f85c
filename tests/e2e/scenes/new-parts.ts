import type { Page } from 'playwright/test'

declare global {
  /** The elements of this page that are as on an earlier one. */
  var seenParts: Element[] | undefined
}

/** What the elements of earlier pages are, and what is around them. */
const seen = new Set<string>()

/**
 * Looks for elements that no earlier page had. The others are put into `seenParts`: header and sidebar are the same on
 * many pages. Words, links and numbers do not count: neither styles nor axe's rules depend on them.
 *
 * @returns whether anything is new
 */
export async function hasNewParts(page: Page): Promise<boolean> {
  const found = await page.evaluate(findParts, [...seen].join(' '))
  for (const key of found) seen.add(key)
  return found.length > 0
}

/** Runs in the page, so it refers to nothing outside itself. */
async function findParts(known: string): Promise<string[]> {
  const before = new Set(known.split(' '))
  const ids = Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)
  /** States that no attribute shows. */
  const states = new Map<Element, string>()
  for (const state of [':checked', ':popover-open', ':modal'])
    for (const element of document.querySelectorAll(state))
      states.set(element, `${states.get(element) ?? ''}${state}`)

  const references = /^(for|list|headers|aria-(\w+by|controls|owns|activedescendant|details))$/
  function comparable({ name, value }: Attr): string {
    if (name === 'id') return `${ids.get(value)?.length}`
    if (references.test(name)) return value.replace(/\S+/g, id => `${ids.has(id)}`)
    if (/^(alt|title|placeholder|aria-label)$/.test(name)) return value.replace(/\d+/g, '0')
    const isLink = /^(src|srcset|href)$/.test(name) && !value.startsWith('#')
    return isLink || /^(name|value|datetime)$/.test(name) ? `${value !== ''}` : value
  }

  /** An alternative text must not repeat the words beside it. */
  const hasAlternative = (element: Element) =>
    element.closest(':is(a, button):has(img:not([alt=""]))') !== null
  const parts = new Map<Element, string>()
  function read(element: Element): string {
    const attributes = [...element.attributes].map(one => `${one.name}=${comparable(one)}`)
    const inside = [...element.childNodes].map(child => {
      if (child instanceof Element) return read(child)
      const isBlank = child.nodeType !== Node.TEXT_NODE || !child.nodeValue?.trim()
      if (isBlank) return ''
      return hasAlternative(element) ? child.nodeValue : 'text'
    })
    const is = [element.localName, ...attributes, states.get(element), '>', ...inside]
    const part = is.join(' ')
    parts.set(element, part)
    return part
  }
  read(document.body)

  const found: string[] = []
  const seenParts: Element[] = []
  async function look(element: Element, around: string) {
    const bytes = new TextEncoder().encode(`${around} > ${parts.get(element)}`)
    const key = String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-1', bytes)))
    // The key does not cover what is inside a frame.
    if (before.has(key) && !element.matches('iframe, :has(iframe)')) return seenParts.push(element)
    found.push(key)
    const inside = `${around} > ${element.localName}.${element.getAttribute('class')}`
    for (const child of element.children) await look(child, inside)
  }
  const { lang } = document.documentElement
  await look(document.body, `${innerWidth} px, ${lang}, ${document.title.trim() !== ''}`)
  globalThis.seenParts = seenParts
  return found
}
