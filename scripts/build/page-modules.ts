import { dirname, join } from 'node:path'
import { parseAst } from 'vite'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** A part of the program, and all that it consists of. */
function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (isNode(child)) yield* nodesIn(child)
  }
}

/**
 * The module that each page loads on demand, by the page's name, as `pageViews` of `path` says it. It is
 * read from the code, because the views themselves run only in a browser.
 */
export function pageModules(path: string, code: string): Record<string, string> {
  const nodes = [...nodesIn(parseAst(code, { lang: 'tsx' }) as unknown as Node)]
  const table = nodes.find(({ id }) => isNode(id) && id.name === 'pageViews')?.init
  const entries = isNode(table) ? (table.properties as Node[]) : []
  const modules = entries.flatMap(entry => {
    const loaded = [...nodesIn(entry)].find(({ type }) => type === 'ImportExpression')?.source
    if (!isNode(loaded) || !isNode(entry.key)) return []
    return [[entry.key.name, join(dirname(path), String(loaded.value))]]
  })
  if (modules.length === 0) throw new Error(`${path} has no table \`pageViews\` of pages.`)
  return Object.fromEntries(modules)
}
