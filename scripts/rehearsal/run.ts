/**
 * A rehearsal of a whole event: `npm run show:rehearsal`. PostgreSQL, two platforms, nginx with TLS as in
 * `deploy/`, and participants who join, play, and start environments, by Docker if an engine answers. An organiser
 * meanwhile does all that `docs/organising.md` names. One platform is killed and comes back. The event is extended,
 * ends, and is exported.
 *
 * At the end, what each participant sees must be the same on both platforms and in the export. Each flag that was
 * accepted must be there, and no environment may be left over. Otherwise its exit code is 1.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { InvalidArgumentError } from 'commander'
import { nginxProgram } from '../../tests/support/samples/nginx.ts'
import { findPostgres } from '../../tests/support/servers/postgres-server.ts'
import { createCommand, positiveNumber, wholeNumber } from '../command.ts'
import { createTraffic } from './client.ts'
import { compareExport, compareScreens, readExport, type Standing } from './compare.ts'
import { type Engine, writeRehearsalEvent } from './event.ts'
import { answersDocker, countEnvironments } from './left-over.ts'
import { organiserSteps, type Step } from './organiser.ts'
import { createParticipant, createTeam, type RehearsalParticipant } from './participant.ts'
import { raiseSite } from './site.ts'
import { until } from './until.ts'

interface Options {
  readonly participants: number
  readonly joinMinutes: number
  readonly minutes: number
}

/** Organisers do something else to each of a dozen teams. */
function participants(text: string): number {
  const count = wholeNumber(text)
  if (count < 36) throw new InvalidArgumentError('Give 36 or more.')
  return count
}

const options = createCommand(
  'npm run show:rehearsal --',
  'Plays a whole event on PostgreSQL, two platforms and nginx, and checks what everybody sees.',
)
  .option('--participants <count>', 'how many play', participants, 300)
  .option('--join-minutes <minutes>', 'in which all of them join', positiveNumber, 2)
  .option(
    '--minutes <minutes>',
    'the least time that they play: the organiser may need more',
    positiveNumber,
    10,
  )
  .parse()
  .opts<Options>()
const count = options.participants
const joinMs = options.joinMinutes * 60_000
const playMs = options.minutes * 60_000
const teamSize = 3
/** The first end of the event. It ends earlier, when all else was tried. */
const dayMs = 24 * 3_600_000
if (!findPostgres() || !existsSync(nginxProgram)) {
  console.log(
    'skipped: it needs PostgreSQL and nginx. On Debian: apt-get install postgresql nginx-light',
  )
  process.exit(0)
}

const problems: string[] = []
const begun = performance.now()
const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(6)
const row = (took: number, name: string, said = '') =>
  console.log(
    `${seconds(performance.now() - begun)} s  ${seconds(took)} s  ${name.padEnd(16)} ${said}`,
  )
const iso = (fromNow: number) => new Date(Date.now() + fromNow).toISOString()

async function done(name: string, work: () => Promise<string | undefined>): Promise<void> {
  const from = performance.now()
  try {
    const said = await work()
    row(performance.now() - from, name, said)
  } catch (error) {
    const { message } = error as Error
    problems.push(`${name}: ${message}`)
    row(performance.now() - from, name, `FAIL ${message.split('\n')[0]}`)
  }
}

const engine: Engine = (await answersDocker()) ? 'docker' : 'process'
const mark = `rehearsal-${randomBytes(6).toString('hex')}`
const folder = await mkdtemp(join(tmpdir(), 'guidon-rehearsal-event-'))
const event = await writeRehearsalEvent(
  join(folder, 'event'),
  { start: iso(joinMs), end: iso(dayMs), postPlayEnd: iso(dayMs + 60_000) },
  { engine, mark },
)
const site = await raiseSite(event.folder, engine)
const running = () => countEnvironments(engine, { mark, platform: site.platformName })
console.log(
  engine === 'docker'
    ? 'environments are containers'
    : 'no Docker engine answers: environments are processes',
)
console.log('after     took      what')

const traffic = createTraffic()
let isResting = false
let postPlayEnd = Number.POSITIVE_INFINITY
const teams = Array.from({ length: Math.ceil(count / teamSize) }, (_, index) => createTeam(index))
const around = {
  origin: site.origin,
  traffic,
  problems,
  teams,
  thinkMs: 5000,
  // With 300 participants, starting and stopping a container takes more than a second of processor time.
  environmentsWeight: engine === 'docker' ? 0.15 : 2,
  isResting: () => isResting,
}
const people: RehearsalParticipant[] = Array.from({ length: count }, (_, index) => {
  const team = teams[Math.floor(index / teamSize)] ?? createTeam(0)
  return createParticipant(`participant-${index}`, team, index % teamSize === 0, around)
})
const witness = people.at(-1) as RehearsalParticipant
process.once('SIGINT', async () => {
  for (const person of people) person.leave()
  await site.close()
  await rm(folder, { recursive: true, force: true })
  process.exit(130)
})
const playing: Promise<void>[] = []
const play = (person: RehearsalParticipant) =>
  playing.push(person.play(() => Date.now() > postPlayEnd))
const takenBack = new Set<string>()
const steps = organiserSteps({
  site,
  event,
  people,
  teams,
  witness,
  takenBack,
  async newcomer(name, team, invite) {
    const person = createParticipant(name, team, false, around)
    await person.join(invite)
    people.push(person)
    play(person)
  },
})
const called = new Set<string>()
async function organise(all: readonly Step[]) {
  for (const { name, run } of all) {
    called.add(name)
    await done(name, run)
  }
}

/** Waits until all platforms show the same: news from one to the other takes time. */
async function agree(): Promise<string> {
  const from = performance.now()
  for (;;) {
    const up = site.platforms.filter(one => one.isUp())
    if (up.length < 2) throw new Error(`${up.length} of two platforms run`)
    const { compared, differences } = await compareScreens(up, people)
    if (differences.length === 0) return `${compared} answers are the same on both platforms`
    if (performance.now() - from > 60_000) {
      problems.push(...differences.slice(0, 20))
      throw new Error(`${differences.length} of ${compared} answers differ between the platforms`)
    }
    await delay(1000)
  }
}

async function rest(): Promise<void> {
  isResting = true
  await Promise.all(people.map(person => person.settled()))
}

const [first, second] = site.platforms
if (!first || !second) throw new Error('there are two platforms')
const results = join(folder, 'results')
try {
  await organise(steps.before)
  await done('join', async () => {
    await Promise.all(
      people.map(async (person, index) => {
        await delay((index / count) * joinMs)
        await person.join()
      }),
    )
    return `${count} participants in ${teams.length} teams, by TLS through nginx`
  })
  for (const person of people) play(person)
  const started = performance.now()
  await organise(steps.first)

  await done('kill', async () => {
    await second.kill()
    return 'platform B is gone at once'
  })
  await organise(steps.second)
  await done('take over', async () => {
    await until(500, async () => {
      const { replicas, silent } = JSON.parse(await site.organise('load'))
      return (
        (replicas.length === 1 && silent === 0) ||
        `${replicas.length} platforms answer, and ${silent} are silent`
      )
    })
    return 'platform A is alone, and knows it'
  })
  await done('start again', async () => {
    await second.start()
    return 'platform B is back'
  })
  await organise(steps.third)
  await done('play', async () => {
    await delay(Math.max(0, started + playMs - performance.now()))
    return `${(traffic.times.length / ((performance.now() - started) / 1000)).toFixed(0)} requests a second`
  })
  await done('rest', async () => {
    await rest()
    return undefined
  })
  await done('compare', agree)
  await done('backup', async () => {
    called.add('backup')
    await site.organise('backup', join(folder, 'during.gz'))
    isResting = false
    return 'while they play'
  })

  await done('end', async () => {
    const end = Date.now() + 5000
    postPlayEnd = end + 15_000
    await event.setTimes({
      start: iso(-playMs - joinMs),
      end: new Date(end).toISOString(),
      postPlayEnd: new Date(postPlayEnd).toISOString(),
    })
    await site.reload()
    await Promise.all(playing)
    return 'the end, post play, and its end'
  })
  await done('no environment', async () => {
    await until(500, async () => {
      const rows = JSON.parse(await site.organise('environments')) as unknown[]
      const left = await running()
      return rows.length + left === 0 || `${left} run, ${rows.length} are in the database`
    })
    return 'none runs, and none is in the database'
  })
  await done('compare', agree)
  await done('export', async () => {
    called.add('export')
    await site.organise('export', results)
    const token = await witness.client.current()
    const shown = await fetch(`${first.origin}/v1/stats/scoreboard`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { entries } = (await shown.json()) as { entries: Standing[] }
    const { accepted, exported, differences } = await compareExport(results, teams, {
      board: entries,
      takenBack,
    })
    problems.push(...differences.slice(0, 20))
    if (differences.length > 0) throw new Error(`${differences.length} differences`)
    return `${accepted} flags accepted, ${exported} exported, ${entries.length} ranks are the same`
  })
  await done('certificates', async () => {
    called.add('certificates')
    const pages = join(folder, 'certificates')
    await site.organise('certificates', pages)
    return `${(await readdir(pages)).length} files`
  })
  await done('restore', async () => {
    called.add('restore')
    const file = join(folder, 'after.gz')
    await site.organise('backup', file)
    const url = await site.addDatabase('restored')
    await site.organise('restore', file, '--database-url', url)
    const again = join(folder, 'again')
    await site.organise('export', again, '--database-url', url)
    const names = ['board.json', 'people.json', 'solves.json', 'submissions.json', 'awards.json']
    for (const name of names)
      if (
        (await readFile(join(results, name), 'utf8')) !==
        (await readFile(join(again, name), 'utf8'))
      )
        throw new Error(`${name} of the restored database differs`)
    const log = await readExport<unknown[]>(results, 'log.json')
    return `its export is the same; the log has ${log.length} commands`
  })
  await done('stop', async () => {
    for (const person of people) person.leave()
    const codes = [await first.stop(), await second.stop()]
    if (codes.some(code => code !== 0)) throw new Error(`the exit codes are ${codes}`)
    const left = await running()
    if (left > 0) throw new Error(`${left} environments outlived their platforms`)
    return 'both platforms end with 0'
  })
} finally {
  for (const person of people) person.leave()
  await site.close()
  await rm(folder, { recursive: true, force: true })
}

await done('all commands', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/organising.md'), 'utf8')
  // The table of that section lists columns.
  const tables = page.replace(/\n## Import\n[\s\S]*?(?=\n## )/, '')
  const named = [...tables.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z-]+)/g)].map(([, name = '']) => name),
  )
  const missing = named.filter(name => !name.startsWith('-') && !called.has(name))
  if (missing.length > 0) throw new Error(`nobody called ${missing.join(', ')}`)
  return `the ${new Set(named.filter(name => !name.startsWith('-'))).size} of docs/organising.md were called`
})

traffic.times.sort((a, b) => a - b)
const share = (part: number) =>
  (traffic.times[Math.floor(traffic.times.length * part)] ?? 0).toFixed(0)
console.log(
  `\n${traffic.times.length} requests: half in ${share(0.5)} ms, 99 % in ${share(0.99)} ms`,
)
console.log(`${traffic.waits} had to wait for a limit`)
for (const [what, times] of traffic.faults) console.log(`${times} times ${what}`)
const breaks = people.reduce((sum, { stream }) => sum + (stream?.breaks ?? 0), 0)
console.log(`${breaks} live streams were opened again`)
for (const [what, times] of site.failures) console.log(`${times} times in a log: ${what}`)
const different = new Map(
  problems.map(problem => [problem.replace(/^participant-\d+/, 'a participant'), problem]),
)
for (const problem of different.values()) console.log(`FAIL ${problem}`)
console.log(
  problems.length === 0
    ? 'ok: all agrees, and nothing was lost'
    : `FAIL: ${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)
