/** The few fields of a markdown tree that these plugins touch. */
interface Node {
  type: string
  value?: string
  depth?: number
  children?: Node[]
}

const comment = /^<!--[\s\S]*-->$/
const lineBreak = /^<br\s*\/?>$/i

const withoutHtml = (node: Node): Node[] => {
  if (node.type !== 'html') return [node]
  const value = (node.value ?? '').trim()
  if (comment.test(value)) return []
  return lineBreak.test(value) ? [{ type: 'break' }] : [{ type: 'text', value: node.value }]
}

/** Shows raw HTML as it was typed. Removes comments; `<br>` breaks the line. */
export function remarkHtmlAsText() {
  return function clean(node: Node) {
    if (!node.children) return
    node.children = node.children.flatMap(withoutHtml)
    node.children.forEach(clean)
  }
}

const headingsIn = (node: Node): Node[] => [
  ...(node.type === 'heading' ? [node] : []),
  ...(node.children ?? []).flatMap(headingsIn),
]

/**
 * Moves the headings below the page's own. The first gets level `top`, each deeper one the level below
 * its parent, so that none is skipped. The lowest is h6.
 */
export function remarkFitHeadings(top: number) {
  return (tree: Node) => {
    const open: number[] = []
    for (const heading of headingsIn(tree)) {
      const depth = heading.depth ?? 1
      while ((open.at(-1) ?? 0) >= depth) open.pop()
      open.push(depth)
      heading.depth = Math.min(6, top + open.length - 1)
    }
  }
}
