// `npm run coverage:spec`: checks that each test that docs/spec-coverage.md names exists, and is not skipped.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const table = 'docs/spec-coverage.md'
const require = createRequire(import.meta.url)

/** A test by its file and title, as the table writes it. */
const testKey = (file: string, title: string) => `${file} › ${title}`

function run(program: string, args: string[], variables: Record<string, string> = {}): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stderr || stdout}`)
  return stdout
}

interface UnitTest {
  readonly file: string
  readonly name: string
}

/** Vitest reads the sources without running them, and leaves out skipped tests. */
function unitTests(files: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'guidon-coverage-'))
  const file = join(folder, 'tests.json')
  try {
    run(join(require.resolve('vitest/package.json'), '..', 'vitest.mjs'), [
      'list',
      `--json=${file}`,
      ...files,
    ])
    const tests = JSON.parse(readFileSync(file, 'utf8')) as UnitTest[]
    return tests.map(test => testKey(relative(process.cwd(), test.file), test.name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Suite {
  readonly file: string
  readonly suites?: Suite[]
  readonly specs: { title: string; tests: { expectedStatus: string }[] }[]
}

/**
 * Playwright lists the tests that it would run. A test that is always skipped has `skipped` as its expected
 * status.
 */
function browserTests(files: readonly string[]): string[] {
  const program = join(require.resolve('playwright/package.json'), '..', 'cli.js')
  const report = JSON.parse(
    run(program, ['test', '--list', '--reporter=json', ...files], { PW_DISABLE_TS_ESM: '1' }),
  ) as Suite & {
    config: { rootDir: string }
  }
  const folder = relative(process.cwd(), report.config.rootDir)
  // Several files may call the file that a test is written in. The test belongs to the file that runs it.
  const read = (file: string, { specs, suites = [] }: Suite): string[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ expectedStatus }) => expectedStatus !== 'skipped'))
      .map(({ title }) => testKey(join(folder, file), title)),
    ...suites.flatMap(suite => read(file, suite)),
  ]
  return report.suites?.flatMap(suite => read(suite.file, suite)) ?? []
}

const text = readFileSync(table, 'utf8')
const namedTest = /`(tests\/[^`]+)` › `([^`]+)`/g
// Listing all tests would take four times as long.
const files = [...new Set([...text.matchAll(namedTest)].map(([, file = '']) => file))]
const isOfBrowser = (file: string) => file.endsWith('.spec.ts')
const known = new Set([
  ...unitTests(files.filter(file => !isOfBrowser(file))),
  ...browserTests(files.filter(isOfBrowser)),
])
const problems: string[] = []
let rows = 0
let proofs = 0

text.split('\n').forEach((line, index) => {
  const [, sentence = '', proof = ''] = /^\| (.+?) \| (.*) \|$/.exec(line) ?? []
  if (!sentence || sentence === 'what the spec says') return
  rows += 1
  const named = [...proof.matchAll(namedTest)]
  if (named.length === 0) problems.push(`${table}:${index + 1}: no test is named: ${sentence}`)
  proofs += named.length
  for (const [, file = '', title = ''] of named) {
    if (known.has(testKey(file, title))) continue
    problems.push(`${table}:${index + 1}: no such test, or it is skipped: ${testKey(file, title)}`)
  }
})

if (rows === 0) problems.push(`${table} has no rows.`)
for (const problem of problems) console.error(problem)
console.log(`${rows} sentences, ${proofs} proofs, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
