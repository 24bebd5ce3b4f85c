/**
 * An event's polling, on the real platform with a PostgreSQL of its own:
 *
 *     DATABASE_URL=postgres://… node tests/bench/load.ts [--participants 10000] [--rate 3000]
 *       [--solves 20] [--environments 600] [--seconds 60]
 *
 * Requests are sent when they are due, whether or not the ones before were answered, and each is
 * timed from the moment when it was due. The environments are told as another replica's, whose rows
 * are there and whose beat goes on: what is measured is their state, not the engine.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { realClock } from '../../platform/clock.ts'
import {
  accounts,
  environments,
  participants,
  replicas,
  users,
} from '../../platform/database/schema.ts'
import { createIdentity } from '../../platform/identity/identity.ts'
import { createLog } from '../../platform/log.ts'
import { writeEvent } from '../platform/core/events.ts'
import { openTestDatabase } from '../platform/test-database.ts'

const server = process.env.DATABASE_URL
if (!server) {
  console.error('DATABASE_URL is missing: give the address of a PostgreSQL, to make a database on')
  process.exit(1)
}
const given = parseArgs({
  options: {
    participants: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '3000' },
    solves: { type: 'string', default: '20' },
    environments: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '60' },
    port: { type: 'string', default: '8080' },
  },
}).values
const count = Number(given.participants)
const seconds = Number(given.seconds)
const rate = Number(given.rate)
const origin = `http://127.0.0.1:${given.port}`

const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()
const eventFolder = await writeEvent({
  ...{ start: hours(-1), end: hours(10), postPlayEnd: hours(11), teamMode: false },
  scoreGroups: [{ name: 'Open' }],
})
const dataFolder = await mkdtemp(join(tmpdir(), 'guidon-load-'))
const database = await openTestDatabase()
const { db } = database
const log = createLog('error')
const identity = await createIdentity({
  ...{ database, clock: realClock, log, origin, appOrigins: [origin], demoAccounts: [] },
  attempt: async () => null,
})

const createdAt = new Date()
const people = Array.from({ length: count }, (_, index) => ({
  id: randomUUID(),
  username: `p${index}`,
}))
const inPieces = async <T>(rows: T[], insert: (piece: T[]) => Promise<unknown>) => {
  for (let at = 0; at < rows.length; at += 1000) await insert(rows.slice(at, at + 1000))
}
await inPieces(people, async piece => {
  const password = 'scrypt$2$8$1$$'
  await db
    .insert(accounts)
    .values(piece.map(one => ({ ...one, usernameKey: one.username, password, createdAt })))
  await db.insert(users).values(
    piece.map(one => ({
      ...{ ...one, issuer: 'embedded', subject: one.id, displayName: one.username, createdAt },
      externalId: one.id,
    })),
  )
  const inGroup = { scoreGroup: 'open', scoreGroupAt: createdAt, createdAt }
  await db
    .insert(participants)
    .values(piece.map(({ id, username }) => ({ id, displayName: username, ...inGroup })))
})
const owner = randomUUID()
await db.insert(replicas).values({ id: owner, beat: 1 })
const running = people.slice(0, Number(given.environments)).map(({ id }, index) => ({
  ...{ id: randomUUID(), participantId: id, category: 'net', slug: 'bound', slot: 1 },
  ...{ state: 'running' as const, scheduledStop: new Date(Date.now() + 3_600_000) },
  endpoints: [{ ip: '10.0.0.1', port: 20_000 + index, protocol: 'tcp', title: 'Service' }],
  ...{ driver: 'process', startedBy: id, createdAt, owner },
}))
if (running.length > 0) await db.insert(environments).values(running)
const beating = setInterval(() => {
  const next = { beat: sql`${replicas.beat} + 1` }
  db.update(replicas)
    .set(next)
    .where(eq(replicas.id, owner))
    .catch(() => {})
}, 5000)
const tokens: string[] = []
for (const { username } of people) tokens.push(await identity.issueToken(username))

const [row] = (await db.execute(sql`select current_database() as name`)) as unknown as {
  name: string
}[]
const url = new URL(server)
url.pathname = `/${row?.name}`
const main = join(import.meta.dirname, '../../platform/main.ts')
const args = ['--port', given.port, '--data', dataFolder, '--event', eventFolder]
const platform = spawn(process.execPath, [main, ...args, '--environments', 'process'], {
  env: { ...process.env, DATABASE_URL: url.href },
  stdio: ['ignore', 'pipe', 'inherit'],
})
await once(platform.stdout, 'data')

const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const times: number[] = []
const errors = new Map<string, number>()
let open = 0
const polled = ['/v1/user', '/v1/user/stats', '/v1/challenges/bound/instance?category=net'] as const

function send(due: number, who: number, method: string, path: string, body?: string) {
  open++
  const end = (outcome: number | string) => {
    open--
    times.push(performance.now() - due)
    if (outcome !== 200) errors.set(String(outcome), (errors.get(String(outcome)) ?? 0) + 1)
  }
  const headers = { authorization: `Bearer ${tokens[who % count]}` }
  const sent = request(origin + path, { agent, method, headers }, response => {
    response.resume().on('end', () => end(response.statusCode ?? 0))
  })
  sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  sent.end(body)
}

async function load(duration: number): Promise<number> {
  const begun = performance.now()
  const solveEach = rate / Number(given.solves)
  let sent = 0
  while (performance.now() - begun < duration * 1000) {
    for (; sent < ((performance.now() - begun) / 1000) * rate; sent++) {
      const due = begun + (sent / rate) * 1000
      if (sent % solveEach < 1) {
        const solver = Math.floor(sent / solveEach)
        const body = JSON.stringify({ flag: 'TEST{plain}' })
        send(due, solver, 'POST', '/v1/challenges/plain/solve?category=misc', body)
      } else send(due, Math.floor(sent / 3), 'GET', polled[sent % 3] ?? polled[0])
    }
    await pause(2)
  }
  const patience = performance.now() + 30_000
  while (open > 0 && performance.now() < patience) await pause(20)
  if (open > 0) errors.set('never answered', open)
  return sent
}

/** Seconds of processor time that the platform has used. */
async function usedSeconds(): Promise<number> {
  const stat = await readFile(`/proc/${platform.pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

// Everybody once, so that no cache is empty: a platform in an event is never fresh.
for (let who = 0; who < count; who++) {
  while (open >= 50) await pause(1)
  send(performance.now(), who, 'GET', '/v1/user')
}
while (open > 0) await pause(1)
times.length = 0
errors.clear()
const usedBefore = await usedSeconds()
const sent = await load(seconds)
const used = (await usedSeconds()) - usedBefore

const status = await readFile(`/proc/${platform.pid}/status`, 'utf8').catch(() => '')
const memory = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
times.sort((a, b) => a - b)
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
console.log(
  `${count} participants, ${running.length} environments, ${given.solves} solves a second`,
)
console.log(`${sent} requests, ${(sent / seconds).toFixed(0)} a second for ${seconds} s`)
console.log(`p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, all ${at(0.999999)} ms`)
console.log(`errors ${errors.size === 0 ? 'none' : JSON.stringify(Object.fromEntries(errors))}`)
console.log(`the platform's processor time: ${((used / sent) * 1000).toFixed(2)} ms a request`)
console.log(`memory of the platform at most ${memory.toFixed(0)} MB`)

clearInterval(beating)
agent.destroy()
platform.kill('SIGINT')
await once(platform, 'close')
await identity.close()
await database.close()
await Promise.all([dataFolder, eventFolder].map(folder => rm(folder, { recursive: true })))
