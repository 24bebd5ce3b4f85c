import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stringify } from 'yaml'
import { ownPort } from '../../support/servers/own-port.ts'
import { runPlatform } from '../../support/servers/run-platform.ts'
import { fillDataFolder } from '../test-database.ts'
import { createBrowser, signIn } from './sign-in-browser.ts'

const challenges = 40
const flagsOfEach = 25
const allFlags = Array.from({ length: challenges * flagsOfEach }, (_, index) => ({
  slug: `many-${Math.floor(index / flagsOfEach)}`,
  flag: `CRASH{${index}}`,
}))

/** How many flags of each participant are sent once more at the end. All flags are counted. */
const maxResent = 10

interface CrashParticipant {
  name: string
  token: string | null
  /** Flags that were answered 'accepted', by their place in `allFlags`. */
  accepted: Set<number>
  /** Flags that were submitted, and whose answer was lost with the platform. */
  unsure: Set<number>
  next: number
  startsEnvironments: boolean
}

export interface CrashRuns {
  /**
   * Starts the platform, checks what the last crash left, puts it under load, and kills it: the first
   * time when it runs an environment.
   */
  crash(afterMs: number): Promise<void>
  /** Starts it once more, checks that each flag counts once, and sends some of them again. */
  finish(): Promise<void>
  /** What was accepted, lost in flight and killed, and which rules were broken. */
  readonly report: {
    crashes: number
    accepted: number
    lostAnswers: number
    countedAllTheSame: number
    killedEnvironments: number
    problems: string[]
  }
  close(): Promise<void>
}

/**
 * The real platform as a process on a database of its own, crashed again and again.
 *
 * @param databaseUrl a PostgreSQL's; absent: the embedded database
 */
export async function createCrashRuns(
  databaseUrl?: string,
  participantCount = 6,
): Promise<CrashRuns> {
  const data = await mkdtemp(join(tmpdir(), 'guidon-crash-'))
  if (!databaseUrl) await fillDataFolder(data)
  const mark = `guidon-crash-${randomBytes(6).toString('hex')}`
  const names = Array.from({ length: participantCount }, (_, index) => `participant-${index}`)
  const event = await writeCrashEvent(mark, names)
  // Tokens name the address: it stays the same.
  const port = await ownPort()
  const origin = `http://127.0.0.1:${port}`
  const participants = names.map((name, index): CrashParticipant => {
    const startsEnvironments = index < 3
    return {
      name,
      token: null,
      accepted: new Set(),
      unsure: new Set(),
      next: 0,
      startsEnvironments,
    }
  })
  const problems: string[] = []
  const report = {
    crashes: 0,
    accepted: 0,
    lostAnswers: 0,
    countedAllTheSame: 0,
    killedEnvironments: 0,
    problems,
  }
  let child: ChildProcess | null = null

  async function start(): Promise<ChildProcess> {
    const started = runPlatform(['--port', String(port), '--data', data, '--event', event], {
      around: ['env', `DATABASE_URL=${databaseUrl ?? ''}`],
    })
    child = started.child
    await started.ready
    return started.child
  }

  async function call(participant: CrashParticipant, method: string, path: string, body?: unknown) {
    for (let attempt = 0; ; attempt++) {
      participant.token ??= (
        await signIn(createBrowser(), origin, participant.name, 'demo')
      ).access_token
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${participant.token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status === 401 && attempt === 0) participant.token = null
      else {
        const retryAfter = Number(response.headers.get('retry-after') ?? 0)
        return { status: response.status, retryAfter, body: text ? JSON.parse(text) : null }
      }
    }
  }

  async function submit(participant: CrashParticipant, index: number): Promise<number> {
    const { slug, flag } = allFlags[index % allFlags.length] ?? { slug: '', flag: '' }
    const path = `/v1/challenges/${slug}/solve?category=many`
    const { status, retryAfter, body } = await call(participant, 'POST', path, { flag })
    if (status === 429) {
      // Flags that were accepted before count as attempts, and attempts are limited.
      await delay(retryAfter * 1000)
      return submit(participant, index)
    }
    if (status !== 200) problems.push(`a flag was answered with ${status} ${body?.code}`)
    return body?.status
  }

  /** Submits mostly new flags. One in 25 was accepted before, and must not count again. */
  async function submitFlags(participant: CrashParticipant): Promise<void> {
    for (let turn = 0; ; turn++) {
      const isOld = turn % 25 === 24 || participant.next >= allFlags.length
      const [index = 0] = isOld ? participant.accepted : [participant.next++]
      if (isOld && participant.accepted.size === 0) continue
      const isNew = !participant.accepted.has(index)
      if (isNew) participant.unsure.add(index)
      const status = await submit(participant, index)
      if (status !== (isNew ? 1 : 3)) problems.push(`${participant.name}: flag ${index}: ${status}`)
      participant.unsure.delete(index)
      participant.accepted.add(index)
    }
  }

  async function cycleEnvironments(participant: CrashParticipant): Promise<void> {
    for (let turn = 0; ; turn++) {
      const path = `/v1/challenges/service-${turn % 3}/instance?category=run`
      await call(participant, turn % 4 === 3 ? 'DELETE' : 'PUT', path)
    }
  }

  async function check(): Promise<void> {
    const orphans = await settledProcesses(mark)
    if (orphans > 0) problems.push(`${orphans} processes of environments outlived the platform`)
    await Promise.all(participants.map(checkParticipant))
    report.accepted = participants.reduce((sum, { accepted }) => sum + accepted.size, 0)
  }

  async function checkParticipant(participant: CrashParticipant): Promise<void> {
    report.lostAnswers += participant.unsure.size
    for (const index of [...participant.unsure]) {
      const status = await submit(participant, index)
      if (status === 3) report.countedAllTheSame++
      else if (status !== 1) problems.push(`${participant.name}: lost flag ${index}: ${status}`)
      participant.accepted.add(index)
      participant.unsure.delete(index)
    }
    const { size } = participant.accepted
    const { score, runningChallenges } = await settledStats(participant, size)
    if (score.numSolvedFlags !== size || score.points !== size)
      problems.push(
        `${participant.name}: ${size} accepted, ${score.numSolvedFlags} count with ${score.points} points`,
      )
    if (runningChallenges.running.length > 0)
      problems.push(`${participant.name}: environments are reported as running after a crash`)
  }

  /** If the scoreboard is expensive to make, it is a little older than the last flag. */
  async function settledStats(participant: CrashParticipant, flags: number) {
    for (let look = 0; ; look++) {
      const stats = (await call(participant, 'GET', '/v1/user/stats')).body
      if (stats.score.numSolvedFlags === flags || look === 300) return stats
      await delay(100)
    }
  }

  async function enter(): Promise<void> {
    for (const participant of participants)
      await call(participant, 'POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  }

  return {
    report,

    async crash(afterMs) {
      const running = await start()
      if (report.crashes === 0) await enter()
      await check()
      // Every load ends with the first call that the crash cuts off.
      const loads = participants.flatMap(participant => [
        submitFlags(participant),
        ...(participant.startsEnvironments ? [cycleEnvironments(participant)] : []),
      ])
      const ended = Promise.allSettled(loads)
      await delay(afterMs)
      let environments = await processesOf(mark)
      // A busy host may have started no environment yet, and at least one crash has to end some.
      while (report.killedEnvironments + environments === 0) {
        await delay(50)
        environments = await processesOf(mark)
      }
      running.kill('SIGKILL')
      await once(running, 'close')
      await ended
      report.killedEnvironments += environments
      report.crashes++
    },

    async finish() {
      const running = await start()
      await check()
      await Promise.all(
        participants.map(async participant => {
          for (const index of [...participant.accepted].slice(0, maxResent)) {
            const status = await submit(participant, index)
            if (status !== 3)
              problems.push(`${participant.name}: accepted flag ${index}: ${status}`)
          }
        }),
      )
      running.kill('SIGINT')
      await once(running, 'close')
      child = null
    },

    async close() {
      child?.kill('SIGKILL')
      await rm(data, { recursive: true, force: true })
      await rm(event, { recursive: true, force: true })
    },
  }
}

/** Services with the mark in their command line, counted by their sandboxes' innermost processes. */
async function processesOf(mark: string): Promise<number> {
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter(name => /^\d+$/.test(name))
      .map(pid => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.filter(line => line.startsWith('node\0') && line.includes(mark)).length
}

/** How many processes are left in the end. */
async function settledProcesses(mark: string): Promise<number> {
  for (let wait = 0; wait < 300 && (await processesOf(mark)) > 0; wait++) await delay(100)
  return processesOf(mark)
}

async function writeCrashEvent(mark: string, names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-crash-event-'))
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  await writeFile(
    join(folder, 'event.yaml'),
    stringify({
      name: 'Crash runs',
      start: at(-1),
      end: at(24),
      flagPrefix: 'CRASH',
      teamMode: false,
      scoreGroups: [{ name: 'Open' }],
      environments: { maximum: 3 },
      accounts: names.map(username => ({ username, password: 'demo' })),
    }),
  )
  const common = { author: 'us', description: 'Hold on.', version: '0.1', state: 'visible' }
  const add = async (category: string, name: string, rest: object) => {
    const path = join(folder, category.toLowerCase(), name)
    await mkdir(path, { recursive: true })
    await writeFile(join(path, 'challenge.yml'), stringify({ name, category, ...common, ...rest }))
  }
  for (let number = 0; number < challenges; number++) {
    const slug = `many-${number}`
    const flags = allFlags.filter(one => one.slug === slug).map(({ flag }) => flag)
    await add('Many', slug, { value: flagsOfEach, logic: 'all', flags })
  }
  const listen = "require('net').createServer().listen(process.env.PORT, process.env.HOST)"
  const command = ['node', '-e', `${listen} // ${mark}`]
  for (let number = 0; number < 3; number++)
    await add('Run', `service-${number}`, {
      value: 1,
      flags: ['CRASH{unused}'],
      environment: { command, ports: [7000] },
    })
  return folder
}
