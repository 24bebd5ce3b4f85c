import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** A node of the program, and all nodes below it. */
function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (isNode(child)) yield* nodesIn(child)
  }
}

/**
 * The modules that a file loads on demand, by their name in its table. They are read from the code, because
 * that runs only in a browser.
 */
export function modulesIn(path: string, table: string): Record<string, string> {
  // Babel's types name each kind of node; this walks all kinds alike.
  const nodes = [
    ...nodesIn(parseAst(readFileSync(path, 'utf8'), { lang: 'tsx' }) as unknown as Node),
  ]
  const found = nodes.find(({ id }) => isNode(id) && id.name === table)?.init
  const entries = isNode(found) ? (found.properties as Node[]) : []
  const modules = entries.flatMap(entry => {
    const loaded = [...nodesIn(entry)].find(({ type }) => type === 'ImportExpression')?.source
    if (!isNode(loaded) || !isNode(entry.key)) return []
    return [[entry.key.name, join(dirname(path), String(loaded.value))]]
  })
  if (modules.length === 0) throw new Error(`${path} has no table \`${table}\` of modules.`)
  return Object.fromEntries(modules)
}
