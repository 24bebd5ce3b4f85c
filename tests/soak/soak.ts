import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '../../platform/database/database.ts'
import type { EnvironmentDriver } from '../../platform/environments/driver.ts'
import { createLog } from '../../platform/log.ts'
import { during, writeEvent } from '../platform/core/events.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { createRandom } from '../support/random.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'
import { createAppUser } from './app-user.ts'
import { createParticipant, type SoakParticipant } from './participant.ts'

export interface SoakOptions {
  seed: number
  /** Hours of the event's time. */
  hours: number
  database: Database
  dataFolder: string
  /** Ends all connections to the database, where it is a server. */
  endConnections?: () => Promise<void>
  /** Default: the platform's own. */
  environmentDriver?: EnvironmentDriver
  /** Real milliseconds after which a call hangs. */
  maxWait?: number
}

export interface SoakReport {
  seed: number
  actions: number
  /** Transitions of the app users' machines that were checked. */
  steps: number
  /** How often each fault was caused. */
  faults: Record<string, number>
  /**
   * After the first hour, and at the end: bytes of JavaScript in use, and handles of the process once
   * the platform is closed. While it is open, each environment that happens to run has handles.
   */
  first: Usage
  last: Usage
  problems: string[]
  /** Whether a call never ended. Then the platform still runs, until the process ends. */
  hangs: boolean
}

export interface Usage {
  heap: number
  handles: number
}

const participantCount = 12
const actionsAMinute = 30
/** How many users have the app's machines: each of these keeps reading what its pages show. */
const appUserCount = 2
const pressesAMinute = 4
/** Real milliseconds for the calls of one minute, or for one fault: more means that one of them hangs. */
const longestMinute = 60_000

/** Hours of a busy event on a clock that runs ahead, with faults that the seed decides. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { seed, hours, database, dataFolder, maxWait = longestMinute } = options
  const random = createRandom(seed)
  const problems: string[] = []
  const faults: Record<string, number> = {}
  const clock = createSimulatedClock(during)
  const eventFolder = await writeEvent({
    teamMode: false,
    desktop: { enabled: true },
    environments: { maximum: 2, lifetime: '20m', extension: '10m', extendableInLast: '10m' },
  })
  const onRejection = (error: unknown) => problems.push(`unhandled: ${String(error)}`)
  process.on('unhandledRejection', onRejection)

  const people = Array.from({ length: participantCount }, (_, at) =>
    createParticipant(`soaker${seed}x${at}`, random, problems),
  )
  const appUsers = Array.from({ length: appUserCount }, (_, at) =>
    createAppUser({ name: `user${seed}x${at}`, random: createRandom(seed + at), clock, problems }),
  )
  const open = async (): Promise<TestPlatform> => {
    const started = await startPlatform({
      clock,
      database,
      dataFolder,
      eventFolder,
      log: createLog('silent'),
      ...(options.environmentDriver && { environmentDriver: options.environmentDriver }),
    })
    for (const one of [...people, ...appUsers]) one.use(started)
    return started
  }
  const close = () => {
    for (const one of appUsers) one.use(null)
    return platform.close()
  }
  let platform = await open()
  for (const one of people) await one.ask('POST', '/v1/score_groups/select', { scoreGroup: 'open' })

  const count = (what: string) => {
    faults[what] = (faults[what] ?? 0) + 1
  }
  const withdrawn = join(eventFolder, 'net/fourth/challenge.yml')
  let isWithdrawn = false
  const makers: readonly (() => Promise<void>)[] = [
    async () => {
      count('environment killed')
      const pids = await processesOf(eventFolder)
      if (pids.length > 0) endProcess(random.pick(pids))
    },
    async () => {
      count('challenge withdrawn or back')
      const [from, to] = isWithdrawn
        ? [`${withdrawn}.away`, withdrawn]
        : [withdrawn, `${withdrawn}.away`]
      await rename(from, to)
      isWithdrawn = !isWithdrawn
      await platform.composition.reload()
    },
    async () => {
      count('event file broken, then fixed')
      const file = join(eventFolder, 'event.yaml')
      const text = await readFile(file, 'utf8')
      await writeFile(file, `${text}\nstart: [`)
      await platform.composition.reload()
      await writeFile(file, text)
      await platform.composition.reload()
    },
    async () => {
      count('clock set')
      clock.jump((random.below(120) - 60) * 1000)
    },
    async () => {
      count('platform started again')
      await close()
      platform = await open()
    },
    async () => {
      if (!options.endConnections) return
      count('database connections ended')
      await options.endConnections()
    },
  ]

  let actions = 0
  let first: Usage | null = null
  /** False: the work hangs, which is a problem. Later results would be unreliable. */
  const ends = async (work: Promise<unknown>, when: string, advance = clock.advance) => {
    const isDone = await finish(work, advance, maxWait)
    if (!isDone) problems.push(`${when}: a call hangs`)
    return isDone
  }
  const report = (last: Usage, hangs = true): SoakReport => {
    if (!hangs) process.off('unhandledRejection', onRejection)
    const steps = appUsers.reduce((sum, one) => sum + one.steps(), 0)
    return { seed, actions, steps, faults, first: first ?? last, last, problems, hangs }
  }
  for (let minute = 1; minute <= hours * 60; minute++) {
    const acts = Array.from({ length: actionsAMinute }, () => random.pick(people).act())
    actions += acts.length
    acts.push(...appUsers.map(one => one.open()))
    // A platform that is being closed still answers requests that it has begun.
    const fault = random.oneIn(5) ? random.pick(makers) : null
    if (!(await ends(Promise.allSettled(acts), `minute ${minute}`))) return report(await usage())
    if (fault && !(await ends(fault(), `fault of minute ${minute}`, stand)))
      return report(await usage())
    for (let second = 0; second < 60; second += 5) {
      if (second % (60 / pressesAMinute) === 0) for (const one of appUsers) one.act()
      clock.advance(5000)
      await setImmediate()
    }
    for (const one of appUsers) one.look()
    if (minute === 60) {
      const heap = await heapUsed()
      if (!(await ends(close(), 'the close after an hour', stand)))
        return report({ heap, handles: handleCount() })
      first = { heap, handles: handleCount() }
      platform = await open()
    }
  }

  for (const one of appUsers) one.close()
  if (!(await ends(check({ people, problems, clock }), 'the last look', stand)))
    return report(await usage())
  const heap = await heapUsed()
  const isClosed = await ends(platform.close(), 'the end', stand)
  const last = { heap, handles: handleCount() }
  if (!isClosed) return report(last)
  const orphans = await processesOf(eventFolder)
  if (orphans.length > 0) problems.push(`${orphans.length} environments outlived the platform`)
  return report(last, false)
}

/** For work that the clock does not affect. */
const stand = () => {}

/** Moves time on until `work` has ended. False: it did not end. */
async function finish(
  work: Promise<unknown>,
  advance: (ms: number) => void,
  maxWait: number,
): Promise<boolean> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  for (const end = Date.now() + maxWait; Date.now() < end; ) {
    await Promise.race([done, delay(20)])
    if (isDone) return true
    advance(1000)
  }
  return false
}

interface Checked {
  people: readonly SoakParticipant[]
  problems: string[]
  clock: ReturnType<typeof createSimulatedClock>
}

/** Checks, when nothing is under way any more, that each flag counts once and no state is stuck. */
async function check({ people, problems, clock }: Checked): Promise<void> {
  for (const one of people) {
    const { body } = await one.ask('GET', '/v1/user/stats')
    if (body.score.numSolvedFlags !== one.accepted.size)
      problems.push(
        `${one.name}: ${one.accepted.size} accepted, ${body.score.numSolvedFlags} count`,
      )
    for (const slug of one.services) {
      const path = `/v1/challenges/${slug}/instance?category=net`
      let state = ''
      for (let look = 0; look < 200; look++) {
        state = (await one.ask('GET', path)).body?.state ?? 'withdrawn'
        if (state !== 'starting' && state !== 'stopping') break
        clock.advance(1000)
        await delay(50)
      }
      if (state === 'starting' || state === 'stopping')
        problems.push(`${one.name}: ${slug} stays in ${state}`)
    }
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

async function heapUsed(): Promise<number> {
  // What has ended releases its memory a moment later.
  await delay(500)
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const handleCount = () => process.getActiveResourcesInfo().length

const usage = async (): Promise<Usage> => ({ heap: await heapUsed(), handles: handleCount() })

/** Sandboxes work in the folder of their challenge. */
async function processesOf(eventFolder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async pid => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return line.includes(eventFolder) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
