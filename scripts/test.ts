// All tests, step by step: `npm test`. Each step is also a script of its own.
import { spawnSync } from 'node:child_process'
import { findBrowser, findProgram } from './browser.ts'

interface Step {
  readonly script: string
  /** Why it cannot run on this machine, and what to do about it. */
  readonly missing?: string | undefined
}

const steps: Step[] = [
  { script: 'lint' },
  { script: 'types' },
  { script: 'locales' },
  { script: 'charts:check' },
  { script: 'models' },
  { script: 'coverage:spec' },
  { script: 'licences' },
  { script: 'test:unit' },
  {
    script: 'test:e2e',
    missing: findBrowser()
      ? undefined
      : 'no Chromium was found: install one, or name it in GUIDON_BROWSER',
  },
]

/** Without these, single tests inside the steps are skipped. */
const programs = [
  { name: 'bwrap', what: 'the sandbox of environments and desktops', packages: 'bubblewrap' },
  {
    name: 'Xvnc',
    what: 'the desktop in the browser',
    packages: 'tigervnc-standalone-server openbox xterm',
  },
]

const started = Date.now()
const lines: string[] = []
const counts = { passed: 0, failed: 0, skipped: 0 }

for (const { script, missing } of steps) {
  if (missing) {
    counts.skipped += 1
    lines.push(`skipped  ${script}: ${missing}`)
    continue
  }
  const begun = Date.now()
  console.log(`\n— npm run ${script}`)
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' })
  const outcome = status === 0 ? 'passed' : 'failed'
  counts[outcome] += 1
  lines.push(`${outcome.padEnd(8)} ${script} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
}

for (const { name, what, packages } of programs) {
  if (findProgram(name)) continue
  counts.skipped += 1
  lines.push(`skipped  ${what}: ${name} is not installed. On Debian: apt install ${packages}`)
}

console.log(`\n${lines.join('\n')}`)
console.log(
  'Not part of it, since it needs an engine or root: npm run test:postgres (with the tests',
)
console.log('of replicas), test:docker, show:vpn, show:swarm. Each says what it misses.')
console.log(`In ${((Date.now() - started) / 1000).toFixed(0)} s`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0
