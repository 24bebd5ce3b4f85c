/**
 * The first minute of an event: `npm run bench -- rush`. People make an account, found a team, choose a score group
 * and start an environment; all come from one address, in the first half of the time. Meanwhile somebody else calls
 * the API and fetches the app's largest file. Ten people in 1.8 s are a thousand in three minutes. Of more than
 * 100, each stops the environment after five seconds.
 *
 * The people run in a process of their own on the same host: they take about as much of it as the platform.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { positiveNumber, wholeNumber } from '../../scripts/command.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from '../e2e/platform.ts'
import { writeEvent } from '../platform/core/events.ts'
import { createBrowser, signIn } from '../platform/core/sign-in-browser.ts'
import { createBench } from './benches.ts'
import { peakMemory, usedSeconds } from './load/processes.ts'
import { answerTimes } from './servers/answer-times.ts'
import { createFigures, share } from './servers/figures.ts'

const { people, seconds } = createBench('rush')
  .option(
    '--people <count>',
    'how many; for the whole minute of an event 1000, in 180 s',
    wholeNumber,
    100,
  )
  .option('--seconds <seconds>', 'they come in the first half of this time', positiveNumber, 18)
  .parse()
  .opts<{ people: number; seconds: number }>()
/** Milliseconds without a rush. */
const QUIET = 5000
/** Milliseconds between two requests of the watching process. */
const INTERVAL = 20

const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()
/** A service that takes less processor time than the platform's work for an environment. */
const service = 'IO::Socket::INET->new(Listen=>5,LocalAddr=>$ENV{HOST},LocalPort=>$ENV{PORT})or die'
const event = await writeEvent(
  { start: hours(-1), end: hours(10), postPlayEnd: hours(11), scoreGroups: [{ name: 'Open' }] },
  [
    {
      name: 'Rush',
      category: 'Net',
      author: 'us',
      description: 'Go.',
      value: 50,
      flags: ['TEST{rush}'],
      version: '0.1',
      state: 'visible',
      environment: {
        command: ['perl', '-MIO::Socket::INET', '-e', `my $s=${service};sleep`],
        ports: [7000],
        memory: 64,
      },
    },
  ],
)
const folder = await createDataFolder()
const platform = await spawnPlatform({ dataFolder: folder, event, rendersPages: true })
const { origin, pid } = platform
const { access_token: token } = await signIn(createBrowser(), origin, 'alice', 'demo')

const measure = (isOver: () => boolean) =>
  answerTimes({ origin, token, interval: INTERVAL }, isOver)

const figures = createFigures()
const end = performance.now() + QUIET
const quiet = await measure(() => performance.now() > end)
const before = await usedSeconds(pid)
const begun = performance.now()
// In its own process: a busy process would measure itself.
const child = spawn(
  process.execPath,
  [join(import.meta.dirname, 'rush/people.ts'), origin, String(people), String(seconds)],
  { stdio: 'inherit' },
)
const ended = once(child, 'exit')
const busy = await measure(() => child.exitCode !== null)
const [code] = await ended
const took = (performance.now() - begun) / 1000
const used = (await usedSeconds(pid)) - before
if (code !== 0) {
  await platform.stop()
  throw new Error('Somebody did not get through.')
}
console.log(`the platform used ${used.toFixed(1)} s of processor in ${took.toFixed(1)} s`)
console.log(`its memory was at most ${(await peakMemory(pid)).toFixed(0)} MB`)
figures.atMost('all environments run after', took, seconds, 's')
for (const name of ['app.js', '/v1/user'] as const) {
  const shown = (times: number[]) => [0.5, 0.99].map(part => share(times, part).toFixed(1))
  console.log(`${name}, p50 and p99 in ms: quiet ${shown(quiet[name])}, rush ${shown(busy[name])}`)
  figures.atMost(`${name} during the rush, p99`, share(busy[name], 0.99), 50, 'ms')
}
await platform.stop()
await removeDataFolder(folder)
await removeDataFolder(event)
