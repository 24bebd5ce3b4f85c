// All tests: `npm test`. Each step is also a script of its own. Three steps run at once, since browsers and real
// platforms wait much of their time.
import { spawn } from 'node:child_process'
import { findBrowser, findProgram } from './browser.ts'
import { createCommand } from './command.ts'

createCommand(
  'npm test',
  'Runs all tests. Single files: `npm run test:unit -- FILE`, `test:platform` or `test:e2e`.',
).parse()

interface Step {
  readonly script: string
  readonly options?: readonly string[]
  /** Why the step cannot run on this host, and what to do about it. */
  readonly missing?: string | undefined
}

const atOnce = 3

/** The order matters: the first is the longest, and runs beside all others. */
const steps: Step[] = [
  {
    script: 'test:e2e',
    missing: findBrowser()
      ? undefined
      : 'no Chromium was found: install one, or name it in GUIDON_BROWSER',
  },
  { script: 'test:platform' },
  // In one process: each further process would only load the same modules again.
  { script: 'test:unit', options: ['--maxWorkers=1'] },
  { script: 'types' },
  { script: 'lint' },
  { script: 'locales' },
  { script: 'charts:check' },
  { script: 'coverage:spec' },
  { script: 'licences' },
]

interface Program {
  readonly name: string
  readonly what: string
  readonly packages: string
}

/** Programs without which the steps skip single tests. */
const programs: Program[] = [
  { name: 'bwrap', what: 'the sandbox of environments and desktops', packages: 'bubblewrap' },
  {
    name: 'Xvnc',
    what: 'the desktop in the browser',
    packages: 'tigervnc-standalone-server openbox xterm',
  },
]

const started = Date.now()
const lines: string[] = []
/** The last lines of each step that failed. */
const endsOfFailures: string[] = []
const counts = { passed: 0, failed: 0, skipped: 0 }

/** Runs a step, and prints its output at the end: mixed output of several steps would be unreadable. */
async function run({ script, options = [] }: Step): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  })
  const output: Buffer[] = []
  child.stdout.on('data', chunk => output.push(chunk))
  child.stderr.on('data', chunk => output.push(chunk))
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.on('close', code => resolve(code === 0))
  const hasPassed = await promise
  const text = `\n— npm run ${script}\n${Buffer.concat(output)}`
  console.log(text)
  if (!hasPassed) endsOfFailures.push(endOf(text))
  return hasPassed
}

/** Tests that passed, and the lines of a failure that do not say what failed. */
const isNoise = (line: string) =>
  /✓|node_modules|^ +(attachment #|Error Context:|\.cache\/|─+$)/.test(line)

/** The end of the output, without its noise. */
function endOf(output: string): string {
  const lines = output.split('\n').filter(line => !isNoise(line))
  return lines.slice(-100).join('\n')
}

/** Runs the next step until there is none. */
async function runSteps() {
  for (let step = steps.shift(); step; step = steps.shift()) {
    const { script, missing } = step
    if (missing) {
      counts.skipped += 1
      lines.push(`skipped  ${script}: ${missing}`)
      continue
    }
    const begun = Date.now()
    const outcome = (await run(step)) ? 'passed' : 'failed'
    counts[outcome] += 1
    lines.push(`${outcome.padEnd(8)} ${script} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  }
}

await Promise.all(Array.from({ length: atOnce }, runSteps))

for (const { name, what, packages } of programs) {
  if (findProgram(name)) continue
  counts.skipped += 1
  lines.push(`skipped  ${what}: ${name} is not installed. On Debian: apt install ${packages}`)
}

for (const end of endsOfFailures) console.log(`\nThe end of what failed, once more:\n${end}`)
console.log(`\n${lines.join('\n')}`)
console.log(
  'Steps of CI of their own: npm run test:long, test:firefox, show:package, and those that need an engine',
)
console.log(
  'or root: test:postgres (with the tests of replicas), test:docker, show:vpn. Each says what is missing.',
)
console.log(`In ${((Date.now() - started) / 1000).toFixed(0)} s`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0
