/** What a translation shows in place of a text of React. */
const translations = new WeakMap<Node, ChildNode>()

/**
 * Lets the browser translate the page (Chrome, Edge, extensions). A translation replaces React's texts by
 * `font` elements. React then writes to texts that nobody sees, and fails when it removes one. Here, a text
 * to which React writes returns to its place, where it is translated again. What React removes or inserts
 * goes where the translation is. See https://github.com/facebook/react/issues/11538
 */
export function allowTranslation(page: HTMLElement): void {
  const changes = new MutationObserver(records => {
    for (const { target, addedNodes, removedNodes } of records) {
      // React has written to it.
      translations.get(target)?.replaceWith(target)
      const [added] = addedNodes
      if (added?.nodeName !== 'FONT') continue
      for (const text of removedNodes) {
        translations.set(text, added as ChildNode)
        changes.observe(text, { characterData: true })
      }
    }
  })
  changes.observe(page, { childList: true, subtree: true })

  const { insertBefore, removeChild } = Node.prototype
  const shownIn = (parent: Node, child: Node) => {
    const shown = child.parentNode === parent ? child : translations.get(child)
    return shown?.parentNode === parent ? shown : null
  }
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    return insertBefore.call(this, node, next && shownIn(this, next)) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = shownIn(this, child)
    if (shown) removeChild.call(this, shown)
    return child
  }
}
