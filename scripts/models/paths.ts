// `npm run paths`: walks paths of machines in the built app, in a real browser.
import { spawnSync } from 'node:child_process'
import { createCommand } from '../command.ts'

interface Options {
  readonly baseUrl?: string
  readonly list?: true
  readonly trace?: true
}

const program = createCommand(
  'npm run paths --',
  'Walks paths of machines in the built app, in a real browser.',
)
  .argument('[machine]', 'only of this one')
  .argument('[words...]', 'only paths with these words')
  .option(
    '--base-url <url>',
    'at a platform that runs already: it needs the demo event, and lets people create accounts',
  )
  .option('--list', 'only name them')
  .option('--trace', 'record each step with pictures, for `npx playwright show-trace FILE`')
  .parse()
const { baseUrl, list, trace } = program.opts<Options>()
if (baseUrl !== undefined) {
  const problem = await whyNotThere(baseUrl)
  if (problem !== null) {
    console.error(`--base-url: ${problem}`)
    process.exit(1)
  }
}
const [machine, ...words] = program.args
/** Titles are `… of MACHINE PATH` and `… walks MACHINE PATH`. */
const title = machine === undefined ? [] : ['-g', [`(of|walks) ${machine}\\b`, ...words].join('.*')]
const { status } = spawnSync(
  'playwright',
  [
    ...['test', 'tests/e2e/paths', '--project=chromium', ...title],
    ...(list ? ['--list'] : []),
    ...(trace ? ['--trace', 'on'] : []),
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

/** A page of the app calls the address in its configuration, and not the address by which it was opened. */
async function whyNotThere(address: string): Promise<string | null> {
  if (!URL.canParse(address))
    return `"${address}" is not an address, such as https://ctf.example.org`
  const page = await fetch(address).catch(() => null)
  if (!page) return `${address} cannot be reached`
  const [, config] = /id="app-config"[^>]*>([^<]*)</.exec(await page.text()) ?? []
  if (config === undefined) return `${address} answers with ${page.status}, and not with the app`
  const { apiBaseUrl } = JSON.parse(config) as { apiBaseUrl?: string }
  if (!apiBaseUrl || new URL(apiBaseUrl).origin === new URL(address).origin) return null
  return `the platform there calls itself ${apiBaseUrl}: give that address`
}
