// `npm run breakages`: puts each breakage of tests/support/breakages/list.ts into a copy of the repository, one at a
// time, and runs the tests that should notice.
//
// Fails if no test notices a breakage, or if a breakage no longer fits its file. Then update the list.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { edited } from '../tests/support/breakages/edit.ts'
import { breakages } from '../tests/support/breakages/list.ts'
import { subtleFaults } from '../tests/support/mutation/subtle/faults.ts'
import { createCommand } from './command.ts'

interface Options {
  readonly browser?: true
  readonly check?: true
}

const isBrowserTest = (test: string) => test.endsWith('.spec.ts')

const program = createCommand(
  'npm run breakages --',
  'Makes changes that broke the code before, and checks that tests notice.',
)
  .argument('[words...]', 'only breakages with these words in their file or title, such as wiring')
  .option(
    '--browser',
    'those that only a browser sees: each builds the app, so they take a long time',
  )
  .option('--check', 'only check that each breakage still fits its file')
  .parse()
const words = program.args
const { browser: inBrowser = false, check } = program.opts<Options>()
const wanted = breakages
  .filter(({ tests }) => tests.some(isBrowserTest) === inBrowser)
  .filter(({ file, what }) => words.every(word => `${file} ${what}`.includes(word)))

function outdated(): string[] {
  return [...breakages, ...subtleFaults.map(fault => ({ ...fault, tests: [] }))].flatMap(
    breakage => {
      try {
        edited(breakage)
        for (const test of breakage.tests) readFileSync(test)
        return []
      } catch (error) {
        return [`${breakage.what}: ${error instanceof Error ? error.message : error}`]
      }
    },
  )
}

/** A copy of the working tree, so that the tree itself stays as it is. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guidon-breakages-'))
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { stdout } = spawnSync('git', list, { encoding: 'utf8', maxBuffer: 1 << 26 })
  for (const file of stdout.split('\0').filter(Boolean)) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

// With any `FORCE_COLOR`, Node warns that it ignores `NO_COLOR`. Tests of commands would read that.
const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }

/** The titles of the tests that fail; throws if they could not run. */
function failures(folder: string, tests: readonly string[]): string[] {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, env })
  if (tests.some(isBrowserTest)) {
    // Without `setup.mjs`, which installs packages: the copy has those of the working tree.
    const build = run('scripts/build.ts')
    if (build.status !== 0) throw new Error(build.stderr)
  }
  const result = tests.some(isBrowserTest)
    ? run('node_modules/playwright/cli.js', 'test', '--reporter=line', '-x', ...tests)
    : run('node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--bail=1', ...tests)
  if (result.status === 0) return []
  const output = `${result.stdout}\n${result.stderr}`
  // If a file cannot be loaded, it fails without naming a test.
  const titles = [...output.matchAll(/^ *(?:FAIL|\d+\)) +(.+ [>›] .+)$/gm)].map(
    ([, title]) => title ?? '',
  )
  if (titles.length === 0) throw new Error(output)
  return titles
}

const problems = outdated()
const folder = problems.length > 0 || check ? null : copyRepository()
if (folder) {
  try {
    const all = [...new Set(wanted.flatMap(({ tests }) => tests))]
    const unbroken = all.length > 0 ? failures(folder, all) : []
    if (unbroken.length > 0) throw new Error(`Unbroken, these fail: ${unbroken.join('\n')}`)
    for (const breakage of wanted) {
      const path = join(folder, breakage.file)
      const whole = readFileSync(path)
      writeFileSync(path, edited(breakage))
      const [title] = failures(folder, breakage.tests)
      writeFileSync(path, whole)
      console.log(
        `${title ? 'red  ' : 'GREEN'}  ${breakage.what}${title ? `\n       ${title}` : ''}`,
      )
      if (!title) problems.push(`${breakage.what}: stays green in ${breakage.tests.join(', ')}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
for (const problem of problems) console.error(problem)
console.log(`${wanted.length} breakages, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
