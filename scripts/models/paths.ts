// Walks paths of machines in the built app, in a real browser: `npm run paths -- [MACHINE] [WORDS of the path]`.
//
//   --base-url URL    at a platform that runs already: it needs the demo event, and lets people create accounts
//   --list            only names them
//   --trace           records each step with pictures, for `npx playwright show-trace FILE`
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'base-url': { type: 'string' },
    list: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})
const baseUrl = values['base-url']
if (baseUrl !== undefined && !URL.canParse(baseUrl)) {
  console.error(`--base-url: "${baseUrl}" is no address, such as https://ctf.example.org`)
  process.exit(1)
}
const [machine, ...words] = positionals
/** Titles are `… of MACHINE PATH` and `… walks MACHINE PATH`. */
const title = machine === undefined ? [] : ['-g', [`(of|walks) ${machine}\\b`, ...words].join('.*')]
const { status } = spawnSync(
  'playwright',
  [
    ...['test', 'tests/e2e/paths', '--project=chromium', ...title],
    ...(values.list ? ['--list'] : []),
    ...(values.trace ? ['--trace', 'on'] : []),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(baseUrl !== undefined && { GUIDON_BASE_URL: new URL(baseUrl).origin }),
    },
  },
)
process.exitCode = status ?? 1
