// `npm run bench -- NAME [arguments]`: measures one thing, prints its figures, and fails above its bound.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

interface Bench {
  readonly about: string
  readonly options?: string
}

const benches: Record<string, Bench> = {
  journeys: {
    about: 'what people do with the app, on Fast and Slow 4G, on fast and slow processors',
    options: '[--only home,flag] [--networks fast,slow] [--cpus 1,4] [--runs 5] [--requests]',
  },
  scoreboard: { about: 'a scoreboard of 10,000 entries' },
  calendar: { about: 'a calendar of 200 challenges, 3 flags each, over 30 days' },
  polls: { about: 'commits and heap while nothing changes', options: '[polls, 1000]' },
  'long-tasks': { about: 'tasks over 50 ms on each page of the demo event' },
  desktop: { about: 'the desktop beside plain noVNC', options: '[rounds, 6]' },
  'desktop-bad-connection': {
    about: 'the same on a connection of 300 ms, 1 Mbit/s and 2 % loss; needs root and socat',
    options: '[rounds, 3]',
  },
  'desktop-soak': { about: 'the heap of a desktop in the background', options: '[minutes, 60]' },
  'desktop-node': {
    about: 'memory and processor time of desktops as processes of this host',
    options: '[desktops, 8]',
  },
  'sign-ins': {
    about: 'the app and the API while people sign in, 32 at once',
    options: '[people, 160]',
  },
  rush: {
    about: 'the API and the app while people sign in, found teams, start environments',
    options: '[--people 100] [--seconds 18]; --people 1000 --seconds 180 for the whole',
  },
  growth: {
    about: 'time of each call, memory and start-up, by the number of accounts',
    options: '[--sizes 100,1000,10000] [--database pglite|postgres]',
  },
  inspector: {
    about: 'layout of each chart, and what the app pays for being inspected',
    options: '[rounds, 5]',
  },
  live: { about: 'memory and news of 10,000 live streams', options: '[streams, 10000]' },
  'live-screens': { about: "from a solve to others' screens", options: '[solves, 30]' },
  load: {
    about: "10,000 participants' polls, without the live stream and with it",
    options: '[--participants] [--rate] [--solves] [--environments] [--seconds]',
  },
}

const [name = '', ...rest] = process.argv.slice(2)
if (!Object.hasOwn(benches, name)) {
  console.log('npm run bench -- NAME [arguments], on a host that does nothing else:\n')
  for (const [known, { about, options = '' }] of Object.entries(benches)) {
    console.log(`  ${known.padEnd(14)} ${about}${options && `\n${' '.repeat(17)}${options}`}`)
  }
  process.exit(name === '' || name === '--help' ? 0 : 1)
}
const file = join(import.meta.dirname, `${name}.ts`)
const { status } = spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit' })
process.exitCode = status ?? 1
