/**
 * An event's polling without the live stream and with it, on the real platform and a PostgreSQL of its own, each a
 * process: `npm run bench -- load`.
 *
 * Each participant polls user, stats and an environment's state in turn, with the ETag of what came last, as
 * browsers do. Requests are sent when they are due, even if earlier ones have no answer yet, and each is timed from
 * the moment when it was due. Then each opens a live stream, polls a sixth as often, and reads what the app reads
 * after a message. The environments count as another replica's, whose rows are there and whose heartbeat goes on: what
 * is measured is their state, not the engine.
 *
 * It measures the host that it runs on, so let nothing else run.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { openDatabase } from '../../platform/database/open.ts'
import { replicas } from '../../platform/database/schema.ts'
import { maxStreams, openFilesLimit } from '../../platform/http/connections.ts'
import { positiveNumber, wholeNumber } from '../../scripts/command.ts'
import type { LiveTopic } from '../../src/api/contract.ts'
import { staleAfter } from '../../src/machines/app/stale-resources.ts'
import { LIVE_INTERVAL, POLL_INTERVAL } from '../../src/machines/constants.ts'
import { writeEvent } from '../platform/core/events.ts'
import { startPostgres } from '../support/servers/postgres-server.ts'
import { runPlatform } from '../support/servers/run-platform.ts'
import { createBench } from './benches.ts'
import { openConnections, type Reply } from './load/connections.ts'
import { openIdentity } from './load/identity.ts'
import { addEnvironments, addPeople } from './load/people.ts'
import { peakMemory, usedSeconds } from './load/processes.ts'
import { openStreams } from './load/streams.ts'

interface Options {
  readonly participants: number
  readonly rate: number
  readonly solves: number
  readonly environments: number
  readonly seconds: number
  readonly port: number
  readonly profile?: string
}

const options = createBench('load')
  .option('--participants <count>', 'how many', wholeNumber, 10_000)
  .option('--rate <count>', 'requests a second without the live stream', positiveNumber, 3000)
  .option('--solves <count>', 'solves meanwhile', wholeNumber, 20)
  .option('--environments <count>', 'how many run', wholeNumber, 600)
  .option('--seconds <seconds>', 'how long', positiveNumber, 60)
  .option('--port <port>', 'of the platform', wholeNumber, 8080)
  .option(
    '--profile <folder>',
    "write a profile of the platform's processor time, for a browser's developer tools",
  )
  .parse()
  .opts<Options>()
const { participants: count, seconds, rate, port } = options
const host = '127.0.0.1'
/**
 * Few systems let a process open more files than these, beside the streams. So some participants share a connection.
 */
const connectionCount = Math.ceil(count * 0.6)
const openFiles = openFilesLimit()
/** Connections are at most half of the open files, and streams at most 60 % of the connections. */
const neededFiles = Math.ceil((count + connectionCount) * 2 * 1.05) + 256
if (count > maxStreams(openFiles) || neededFiles > openFiles)
  throw new Error(
    `${count} participants with a stream each need about ${neededFiles} open files, and a process may open ` +
      `${openFiles} here. Raise the limit (ulimit -n), or give fewer --participants.`,
  )
const origin = `http://${host}:${port}`

const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()
const eventFolder = await writeEvent({
  start: hours(-1),
  end: hours(10),
  postPlayEnd: hours(11),
  teamMode: false,
  scoreGroups: [{ name: 'Open' }],
})
const dataFolder = await mkdtemp(join(tmpdir(), 'guidon-load-'))
const server = await startPostgres()
const database = await openDatabase({ url: server.url })
const identity = await openIdentity(database, origin)
const people = await addPeople(database, count)
const owner = await addEnvironments(database, people.slice(0, options.environments))
const heartbeat = setInterval(() => {
  const next = { heartbeats: sql`${replicas.heartbeats} + 1` }
  database.db
    .update(replicas)
    .set(next)
    .where(eq(replicas.id, owner))
    .catch(() => {})
}, 5000)
const tokens: string[] = []
for (const { username } of people) tokens.push(await identity.issueToken(username))

const { child: platform, ready } = runPlatform(
  ['--port', String(port), '--data', dataFolder, '--event', eventFolder],
  {
    node: options.profile ? ['--cpu-prof', '--cpu-prof-dir', options.profile] : [],
    around: ['env', `DATABASE_URL=${server.url}`],
  },
)
platform.stderr.pipe(process.stderr)
await ready
// The platform must not outlive this process.
process.once('exit', () => platform.kill())
const pid = platform.pid ?? 0

const connections = openConnections(connectionCount, host, port)
const polled = ['/v1/user', '/v1/user/stats', '/v1/challenges/bound/instance?category=net']
/** The paths that a challenge's page reads, by the app's resource. */
const resources: Readonly<Record<string, readonly string[]>> = {
  user: ['/v1/user'],
  stats: ['/v1/user/stats'],
  catalogue: ['/v1/categories/', '/v1/challenges/'],
}
const etags = new Map<string, string>()
const times: number[] = []
const outcomes = new Map<string, number>()
let open = 0

const headOf = (method: string, path: string, who: number) =>
  `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\naccept-encoding: gzip\r\n` +
  `authorization: Bearer ${tokens[who]}\r\n`

function send(due: number, who: number, text: string, assess: (reply: Reply) => string) {
  open++
  connections.send(who, text, reply => {
    open--
    times.push(performance.now() - due)
    const outcome = assess(reply)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  })
}

function read(due: number, who: number, path: string) {
  const key = `${who} ${path}`
  const known = etags.get(key)
  const tag = known ? `if-none-match: ${known}\r\n` : ''
  send(due, who, `${headOf('GET', path, who)}${tag}\r\n`, ({ status, etag }) => {
    if (etag) etags.set(key, etag)
    return String(status)
  })
}

const poll = (due: number, number: number) =>
  read(due, Math.floor(number / polled.length) % count, polled[number % polled.length] ?? '')

function readNews(who: number, topic: LiveTopic) {
  const due = performance.now()
  for (const name of staleAfter(topic))
    for (const path of resources[name] ?? []) read(due, who, path)
}

function solve(due: number, who: number) {
  const body = JSON.stringify({ flag: 'TEST{plain}' })
  const head = headOf('POST', '/v1/challenges/plain/solve?category=misc', who)
  send(due, who, `${head}content-length: ${body.length}\r\n\r\n${body}`, reply =>
    reply.body === '{"status":1}' ? 'accepted' : `not accepted: ${reply.status}`,
  )
}

let solved = 0

/** @param perSecond polls and solves together */
async function load(perSecond: number, solves: number) {
  const begun = performance.now()
  const solveEach = perSecond / solves
  const solvedBefore = solved
  let sent = 0
  while (performance.now() - begun < seconds * 1000) {
    for (; sent < ((performance.now() - begun) / 1000) * perSecond; sent++) {
      const due = begun + (sent / perSecond) * 1000
      if (sent >= (solved - solvedBefore) * solveEach) solve(due, solved++ % count)
      else poll(due, sent)
    }
    await delay(1)
  }
  const deadline = performance.now() + 30_000
  while (open > 0 && performance.now() < deadline) await delay(20)
  if (open > 0) outcomes.set('never answered', open)
}

// Each participant polls once first, so that no cache is empty: a platform in an event is never fresh.
for (let number = 0; number < count * polled.length; number++) {
  while (open >= 50) await delay(1)
  poll(performance.now(), number)
}
while (open > 0) await delay(1)
const using = async () => ({
  platform: await usedSeconds(pid),
  PostgreSQL: await usedSeconds(server.pid()),
  'the load itself': process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
})

async function measure(name: string, perSecond: number, solves: number) {
  times.length = 0
  outcomes.clear()
  const before = await using()
  const begun = performance.now()
  await load(perSecond, solves)
  const took = (performance.now() - begun) / 1000
  const after = await using()
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  console.log(`\n${name}`)
  const rates = `${(times.length / took).toFixed(0)} a second, of which ${perSecond} polls and solves`
  console.log(`${times.length} requests in ${took.toFixed(0)} s: ${rates}`)
  console.log(`answers ${JSON.stringify(Object.fromEntries(outcomes))}`)
  console.log(`p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, all ${at(0.999999)} ms`)
  for (const who of ['platform', 'PostgreSQL', 'the load itself'] as const) {
    const used = after[who] - before[who]
    const share = ((used / took) * 100).toFixed(0)
    console.log(
      `${who}: ${((used / times.length) * 1000).toFixed(3)} ms a request, ${share} % of a core`,
    )
  }
}

console.log(`${count} participants, ${options.environments} environments`)
await measure('without the live stream', rate, options.solves)
const requests = people.map((_, who) => `${headOf('GET', '/v1/live', who)}\r\n`)
const streams = await openStreams(requests, { host, port }, readNews)
const slow = rate * (POLL_INTERVAL / LIVE_INTERVAL)
await measure('with the live stream, while nobody scores', slow, 0)
await measure('with the live stream', slow, options.solves)
console.log(`memory of the platform at most ${(await peakMemory(pid)).toFixed(0)} MB`)

clearInterval(heartbeat)
streams.close()
connections.close()
platform.kill('SIGINT')
await once(platform, 'close')
await identity.close()
await database.close()
await server.close()
await Promise.all([dataFolder, eventFolder].map(folder => rm(folder, { recursive: true })))
