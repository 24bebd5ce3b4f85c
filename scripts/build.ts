// Builds dist/, and fails if it exceeds its size budgets.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { everyLanguage } from '../src/domain/languages.ts'
import { pack } from './build/pack.ts'
import { keepPrevious } from './build/previous.ts'
import { createCommand } from './command.ts'

createCommand('npm run build', 'Builds dist/, and fails if it exceeds its size budgets.').parse()

const KILOBYTE = 1024
let built: string[] = []

await keepPrevious('dist', async () => {
  await build({ logLevel: 'warn' })
  built = readdirSync('dist/assets').map(name => `assets/${name}`)
  await pack('dist')
})

/** The scripts and styles that a page names: it loads them before it runs. */
function firstLoad(page: string): string[] {
  const html = readFileSync(join('dist', page), 'utf8')
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '')
}

function zipped(files: string[]): number {
  return files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join('dist', file)), { level: 9 }).length,
    0,
  )
}

/** In kilobytes. */
const forLanguages = (common: number, each: number) => common + each * everyLanguage.length

const first = firstLoad('index.html')
const parts = [
  // The first round trip carries 14 KB. More would need a second one. Both have a few texts of each language.
  { what: 'Page with its first picture', files: ['index.html'], maxKb: forLanguages(12.2, 0.4) },
  {
    what: 'First load, js',
    files: first.filter(file => file.endsWith('.js')),
    maxKb: forLanguages(118.2, 0.2),
  },
  { what: 'First load, css', files: first.filter(file => file.endsWith('.css')), maxKb: 14 },
  {
    what: 'Markdown renderer',
    files: built.filter(file => /markdown-body-[^/]*\.js$/.test(file)),
    maxKb: 40,
  },
]

const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(1)} KB`
for (const { what, files, maxKb } of parts) {
  if (files.length === 0) throw new Error(`${what}: no file of the build, so its size is unknown.`)
  const size = zipped(files)
  const budget = maxKb * KILOBYTE
  console.log(`${what}: ${kilobytes(size)} gzip of ${kilobytes(budget)}`)
  if (size <= budget) continue
  console.error(`${what} is over its budget. Load on demand what the first page does not show.`)
  process.exitCode = 1
}
