import { type FoundMath, placeholder } from './find-math.ts'

/** The few fields of a Markdown tree that this plugin touches. */
interface Node {
  type: string
  value?: string
  url?: string
  title?: string | null
  alt?: string | null
  lang?: string | null
  meta?: string | null
  label?: string | null
  data?: object
  children?: Node[]
}

const texts = ['value', 'url', 'title', 'alt', 'lang', 'meta', 'label'] as const

/** Puts the formulas that `findMath` took out back as elements, and in code, links and images as they were written. */
export function remarkMath(formulas: readonly FoundMath[]) {
  const nodesOf = (value: string): Node[] =>
    value.split(placeholder).flatMap((part, at): Node[] => {
      if (at % 2 === 0) return part ? [{ type: 'text', value: part }] : []
      const math = formulas[Number(part)]
      if (!math) return []
      const { tex, source, isBlock } = math
      const hProperties = { tex, source, display: isBlock ? 'block' : 'inline' }
      return [{ type: 'formula', data: { hName: 'formula', hProperties }, children: [] }]
    })
  const written = (text: string) =>
    text.replaceAll(new RegExp(placeholder, 'g'), (_, at) => formulas[Number(at)]?.source ?? '')
  const visit = (node: Node) => {
    for (const name of texts) {
      const text = node[name]
      if (typeof text === 'string') node[name] = written(text)
    }
    if (!node.children) return
    node.children = node.children.flatMap(child =>
      child.type === 'text' ? nodesOf(child.value ?? '') : [child],
    )
    node.children.forEach(visit)
  }
  return (tree: Node) => {
    if (formulas.length > 0) visit(tree)
  }
}
