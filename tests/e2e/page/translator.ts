import type { BrowserContext } from 'playwright/test'

/**
 * Changes a page as Chrome's translation does: it puts each text into two `font` elements, in place of
 * React's text node, and does the same with each text that comes later. The words stay as they are.
 * Adds the elements once the page is read. It leaves out what is marked `translate="no"`.
 */
export const translate = (context: BrowserContext) => context.addInitScript(begin)

function begin() {
  const own = new WeakSet<Node>()
  const isLeftOut = (element: Element | null) =>
    !element || element.closest('[translate="no"], script, style, textarea, title, svg') !== null
  const translateText = (text: Text) => {
    if (!text.data.trim() || own.has(text) || isLeftOut(text.parentElement)) return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    own.add(inner.appendChild(document.createTextNode(text.data)))
    text.replaceWith(outer)
  }
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node: Node | null = root; node; node = walker.nextNode())
      if (node instanceof Text) texts.push(node)
    for (const text of texts) translateText(text)
  }
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(changes => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text && target.isConnected) translateText(target)
        for (const node of addedNodes) if (node.isConnected) translateAll(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    translateAll(document.body)
  })
}
