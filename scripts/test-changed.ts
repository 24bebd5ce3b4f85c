// `npm run test:changed`: checks only what a change can affect. It lints the changed files, checks all types,
// and runs tests by their imports. All tests of the platform take minutes. So only those of the changed part
// run, and the story of an event. Browser tests run only if they changed.
import { spawnSync } from 'node:child_process'
import { findPlatformTests } from './changed/platform-tests.ts'
import { createCommand } from './command.ts'

const program = createCommand(
  'npm run test:changed --',
  'Checks only what a change can affect, with what is not committed.',
)
  .argument('[commit]', 'what the change begins after', 'main')
  .parse()
const [base] = program.processedArgs as [string]

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) {
    console.error(
      `git ${args.join(' ')}: ${stderr}npm run test:changed -- COMMIT names another base.`,
    )
    process.exit(1)
  }
  return stdout.split('\n').filter(Boolean)
}

const [since = base] = git('merge-base', base, 'HEAD')
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]
if (changed.length === 0) {
  console.log(`Nothing was changed since ${base}.`)
  process.exit(0)
}

const isPlatform = changed.some(file =>
  /^(?:platform|tests\/(?:platform|attacks|soak))\//.test(file),
)
const specs = changed.filter(file => file.endsWith('.spec.ts'))

const steps: [string, ...string[]][] = [
  ['biome', 'check', '--no-errors-on-unmatched', ...changed],
  ['tsc', '--singleThreaded'],
  ['vitest', 'related', '--run', '--passWithNoTests', '--project', '!platform', ...changed],
]
if (isPlatform)
  steps.push(['vitest', 'run', '--project', 'platform', ...findPlatformTests(changed)])
if (specs.length > 0) steps.push(['playwright', 'test', ...specs])

let failed = 0
for (const [program, ...args] of steps) {
  const begun = Date.now()
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) failed++
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'passed' : 'failed'} ${program} (${seconds} s)`)
}
const others = isPlatform ? 'other tests of the platform' : "the platform's tests"
console.log(`Left out: ${others} (npm run test:platform).`)
console.log(
  `Left out: browser tests${specs.length > 0 ? ' that were not changed' : ''} (npm run test:e2e).`,
)
process.exitCode = failed > 0 ? 1 : 0
