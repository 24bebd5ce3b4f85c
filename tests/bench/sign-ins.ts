/**
 * A rush of sign-ins: `npm run bench -- sign-ins`. People sign in with new accounts, 32 at once, while others fetch
 * the app's largest file and call the API. How long those two take without the rush and during it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Option } from 'commander'
import { readCount } from '../../scripts/command.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from '../e2e/platform.ts'
import { createBrowser, signIn } from '../platform/core/sign-in-browser.ts'
import { createBench } from './benches.ts'
import { answerTimes } from './servers/answer-times.ts'
import { createFigures, share } from './servers/figures.ts'

const AT_ONCE = 32
/** Milliseconds without a rush. */
const QUIET = 5000

const program = createBench('sign-ins').addOption(
  new Option('--rush <origin>', 'only the people, at this platform').hideHelp(),
)
const people = readCount(program, 'people', 'how many sign in', 160)
const { rush: rushed } = program.opts<{ rush?: string }>()
if (rushed !== undefined) {
  await rush(rushed, people)
  process.exit()
}

const folder = await createDataFolder()
const { origin, stop } = await spawnPlatform({ dataFolder: folder, rendersPages: true })
const { access_token: token } = await signIn(createBrowser(), origin, 'alice', 'demo')

const measure = (isOver: () => boolean) => answerTimes({ origin, token, interval: 0 }, isOver)

async function rush(origin: string, people: number): Promise<void> {
  let next = 0
  const sign = async () => {
    while (next < people)
      await signIn(createBrowser(), origin, `rush${next++}`, 'correct horse', 'create')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sign))
}

const figures = createFigures()
const end = performance.now() + QUIET
const quiet = await measure(() => performance.now() > end)
const begun = performance.now()
// In its own process: a busy process would measure itself.
const child = spawn(process.execPath, [import.meta.filename, '--rush', origin, String(people)], {
  stdio: 'inherit',
})
const ended = once(child, 'exit')
const busy = await measure(() => child.exitCode !== null)
const [code] = await ended
if (code !== 0) throw new Error('the rush failed')
console.log(`${people} sign-ins took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
for (const name of ['app.js', '/v1/user'] as const) {
  const shown = (times: number[]) => [0.5, 0.99].map(part => share(times, part).toFixed(1))
  console.log(`${name}, p50 and p99 in ms: quiet ${shown(quiet[name])}, rush ${shown(busy[name])}`)
  figures.atMost(`${name} during the rush, p99`, share(busy[name], 0.99), 50, 'ms')
}
await stop()
await removeDataFolder(folder)
