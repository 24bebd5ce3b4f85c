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

/** Raw HTML shows as it was typed; comments vanish, and `<br>` breaks the line. */
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

/** Moves all headings alike, so that the highest one that the text uses is at level `top`; to h6 at most. */
export function remarkShiftHeadings(top: number) {
  return (tree: Node) => {
    const headings = headingsIn(tree)
    const highest = Math.min(...headings.map(({ depth = 1 }) => depth))
    for (const heading of headings) {
      heading.depth = Math.min(6, (heading.depth ?? 1) - highest + top)
    }
  }
}
