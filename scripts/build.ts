// Builds dist/ and holds it to its size budgets (design §8).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const KILOBYTE = 1024
const budgets = { js: 135 * KILOBYTE, css: 15 * KILOBYTE }

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

await build({ logLevel: 'warn' })
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join('dist', '.vite', 'manifest.json'), 'utf8'),
)

/** What the browser loads for a page before any dynamic import: the entry and its static imports. */
function firstLoad(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const css of chunk.css ?? []) seen.add(css)
  for (const imported of chunk.imports ?? []) firstLoad(imported, seen)
  return seen
}

function zipped(files: Iterable<string>): number {
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join('dist', file)), { level: 9 }).length,
    0,
  )
}

const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(1)} KB`
const files = [...firstLoad('index.html')]
const sizes = {
  js: zipped(files.filter(file => file.endsWith('.js'))),
  css: zipped(files.filter(file => file.endsWith('.css'))),
}
for (const kind of ['js', 'css'] as const) {
  console.log(`First load, ${kind}: ${kilobytes(sizes[kind])} gzip of ${kilobytes(budgets[kind])}`)
}
const over = (['js', 'css'] as const).filter(kind => sizes[kind] > budgets[kind])
if (over.length > 0) {
  console.error(
    `Over the budget: ${over.join(', ')}. Load on demand what the first page does not show.`,
  )
  process.exit(1)
}
