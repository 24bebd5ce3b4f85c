/** What is shown in the place of a text of React. */
const replacements = new WeakMap<Node, readonly ChildNode[]>()

/**
 * Lets the browser translate the page (Chrome, Edge), and extensions mark words and numbers in it. They replace React's
 * texts by elements of their own, with texts between them. React then writes to texts that nobody sees, and fails when
 * it removes one. Here, a text to which React writes returns to its place, where it is translated again. What React
 * removes or inserts goes where the replacement is. See https://github.com/facebook/react/issues/11538
 */
export function allowTranslation(page: HTMLElement): void {
  const changes = new MutationObserver(records => {
    for (const { target, addedNodes, removedNodes } of records) {
      // React has written to it.
      const [first, ...others] = replacements.get(target) ?? []
      first?.replaceWith(target)
      for (const other of others) other.remove()
      // React never puts nodes in the place of a text in one step.
      if (!addedNodes.length) continue
      for (const text of removedNodes) {
        replacements.set(text, [...addedNodes] as ChildNode[])
        changes.observe(text, { characterData: true })
      }
    }
  })
  changes.observe(page, { childList: true, subtree: true })

  const { insertBefore, removeChild } = Node.prototype
  const shownIn = (parent: Node, child: Node) =>
    [child, ...(replacements.get(child) ?? [])].filter(node => node.parentNode === parent)
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    return insertBefore.call(this, node, (next && shownIn(this, next)[0]) ?? null) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    for (const shown of shownIn(this, child)) removeChild.call(this, shown)
    return child
  }
}
