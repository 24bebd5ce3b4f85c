// Builds dist/, and fails where it exceeds its size budgets.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { pack } from './build/pack.ts'
import { keepPrevious } from './build/previous.ts'

const KILOBYTE = 1024
const budgets = { js: 135 * KILOBYTE, css: 14 * KILOBYTE }

await keepPrevious('dist', async () => {
  await build({ logLevel: 'warn' })
  await pack('dist')
})

/** What the page loads before it runs: the scripts and styles that it names. */
function firstLoad(page: string): string[] {
  const html = readFileSync(join('dist', page), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, file]) => file ?? '',
  )
  if (files.length === 0) throw new Error(`${page} loads nothing, so its size is unknown.`)
  return files
}

function zipped(files: string[]): number {
  return files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join('dist', file)), { level: 9 }).length,
    0,
  )
}

const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(1)} KB`
const files = firstLoad('index.html')
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
