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

/** Moves every heading down by `by` levels, to h6 at most. */
export function remarkShiftHeadings(by: number) {
  return function shift(node: Node) {
    if (node.type === 'heading' && node.depth) node.depth = Math.min(6, node.depth + by)
    node.children?.forEach(shift)
  }
}
