// `npm run test:long`: runs the generated tests of `npm test` at a depth of 20, and checks that the sentences find each
// subtle fault. Then it runs the browser tests that take longer at any depth, for example each page in each language.
// Finally it runs the tests for every browser, on pages that the browser translates.
import { spawnSync } from 'node:child_process'
import { findBrowser } from './browser.ts'
import { createCommand, readCount } from './command.ts'

const depth = readCount(
  createCommand(
    'npm run test:long --',
    'Runs the generated tests at a greater depth, and the browser tests that take longer.',
  ),
  'depth',
  'how many times as many cases as in `npm test`',
  20,
)
const files = [
  'tests/models',
  'tests/properties',
  'tests/platform/core/fuzz',
  'tests/platform/core/races',
  'tests/platform/scores/standings.test.ts',
  'tests/attacks/live/open-files',
]
const env = { ...process.env, GUIDON_DEPTH: String(depth), GUIDON_EVERY_BROWSER: '1' }
const run = (program: string, args: string[], more: NodeJS.ProcessEnv = {}) =>
  spawnSync(program, args, { stdio: 'inherit', env: { ...env, ...more } }).status === 0

const outcomes = [run('vitest', ['run', '--testTimeout=600000', ...files])]
// At the depth of `npm test`, which must find them, too.
outcomes.push(run(process.execPath, ['scripts/mutate.ts', '--subtle'], { GUIDON_DEPTH: '1' }))
if (findBrowser()) {
  outcomes.push(run('playwright', ['test', '--grep', '@long']))
  const inChromium = ['test', '--project=chromium', '--grep', '@every-browser']
  outcomes.push(run('playwright', inChromium, { GUIDON_TRANSLATED: '1' }))
} else console.log('The browser tests were left out: no Chromium was found.')
process.exitCode = outcomes.every(Boolean) ? 0 : 1
