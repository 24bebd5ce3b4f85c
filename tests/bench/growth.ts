/**
 * How the platform's costs grow: `npm run bench -- growth`. For each number of accounts, with ten solves each in
 * one score group, it measures the time of a start and the memory after it, the processor time of each call (the
 * platform's and PostgreSQL's), and the longest wait of others while flags are accepted. One person makes the calls,
 * one after the other, so their times are those of an unloaded platform.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Option } from 'commander'
import { stringify } from 'yaml'
import { openDatabase } from '../../platform/database/open.ts'
import { freePort } from '../../platform/environments/process/ports.ts'
import { wholeNumbers } from '../../scripts/command.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from '../e2e/platform.ts'
import { type PostgresServer, startPostgres } from '../support/servers/postgres-server.ts'
import { createBench } from './benches.ts'
import { fill } from './growth/fill.ts'
import { openIdentity } from './load/identity.ts'
import { usedSeconds } from './load/processes.ts'
import { categoryOf, flagOf, slugOf, startOf, writeEvent } from './servers/event.ts'
import { createFigures, median } from './servers/figures.ts'

interface Options {
  readonly sizes: number[]
  readonly database: 'pglite' | 'postgres'
}

const { sizes, database: engine } = createBench('growth')
  .option('--sizes <counts>', 'numbers of accounts', wholeNumbers, [100, 1000, 10_000])
  .addOption(
    new Option('--database <engine>', 'postgres needs an installed PostgreSQL')
      .choices(['pglite', 'postgres'])
      .default('pglite'),
  )
  .parse()
  .opts<Options>()
const size = { challenges: 40, flags: 1, days: 4 }
/** Processor seconds for a figure, and its most calls: the system counts in hundredths of a second. */
const ENOUGH = 0.3
const MOST = 200
const SOLVES = 5
/** Wrong flags of each kind: an account may submit 30 in a minute. */
const WRONG = 13
/** The caller's place: in the middle of the board. */
const WHO = 0.5

const figures = createFigures()
const table = new Map<string, string[]>()
const note = (name: string, value: string) => {
  console.log(`  ${name}: ${value}`)
  table.set(name, [...(table.get(name) ?? []), value])
}

async function grow(accounts: number) {
  const folder = await createDataFolder()
  const event = join(folder, 'event')
  const dataFolder = join(folder, 'data')
  await writeEvent(event, size)
  await writeBound(event)
  const server = engine === 'postgres' ? await startPostgres() : null
  const url = server?.url
  const port = await freePort('127.0.0.1')
  const origin = `http://127.0.0.1:${port}`
  const who = Math.floor(accounts * WHO)

  const database = await openDatabase(url ? { url } : { folder: join(dataFolder, 'database') })
  await fill(database, { accounts, challenges: size.challenges, start: startOf(size) })
  const tokens = await tokensFor(database, origin, [who, ...others(accounts)])
  await database.close()

  // The first start creates what later starts only read.
  const options = url ? ['--database-url', url] : []
  const first = await spawnPlatform({ dataFolder, port, event, options })
  await first.stop()
  const begun = performance.now()
  const platform = await spawnPlatform({ dataFolder, port, event, options })
  note('start, s', ((performance.now() - begun) / 1000).toFixed(1))
  note('memory after it, MB', (await memory(platform.pid)).toFixed(0))

  try {
    return await callEach({ accounts, origin, tokens, pid: platform.pid, server })
  } finally {
    await platform.stop()
    await server?.close()
    await removeDataFolder(folder)
  }
}

interface Called {
  accounts: number
  origin: string
  tokens: string[]
  pid: number
  server: PostgresServer | null
}

async function callEach({ accounts, origin, tokens, pid, server }: Called) {
  const using = async () =>
    (await usedSeconds(pid)) + (server ? await usedSeconds(server.pid()) : 0)
  const send = async (token: string, method: string, path: string, body?: object) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  const [own = '', ...rest] = tokens

  const times = new Map<string, number>()
  for (const [name, method, path, body] of callsOf(Math.floor(accounts * WHO))) {
    const once = (turn: number) => send(own, method, path, body?.(turn))
    await once(0)
    const before = await using()
    const taken: number[] = []
    let used = 0
    for (; used < ENOUGH && taken.length < (body ? WRONG : MOST); used = (await using()) - before) {
      const begun = performance.now()
      await once(taken.length + 1)
      taken.push(performance.now() - begun)
    }
    times.set(name, median(taken))
    note(
      `${name}, ms`,
      `${((used / taken.length) * 1000).toFixed(1)} (${median(taken).toFixed(1)})`,
    )
  }

  const waits: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await send(own, 'GET', '/v1/user')
      waits.push(performance.now() - begun)
      await delay(5)
    }
  })()
  const before = await using()
  for (const [turn, token] of rest.entries()) {
    const challenge = (others(accounts)[turn] ?? 0) * 7 + 30
    const [at, flag] = [challenge % size.challenges, flagOf(challenge % size.challenges, 0)]
    const answer = await send(
      token,
      'POST',
      `/v1/challenges/${slugOf(at)}/solve?category=${categoryOf(at)}`,
      { flag },
    )
    if (answer !== '{"status":1}') throw new Error(`not accepted: ${answer}`)
    for (const path of ['/v1/user/stats', '/v1/stats/scoreboard', '/v1/challenges/'])
      await send(token, 'GET', path)
    await delay(1000)
  }
  isOver = true
  await watching
  const each = (((await using()) - before) / rest.length) * 1000
  note('a solve and what its page reads, ms', each.toFixed(0))
  note('longest wait of others meanwhile, ms', Math.max(...waits).toFixed(0))
  return times
}

/** Some from the first half, who have not solved everything. */
const others = (accounts: number) =>
  Array.from({ length: SOLVES }, (_, turn) => Math.floor((accounts * (turn + 1)) / 13) + 1)

async function tokensFor(
  database: Awaited<ReturnType<typeof openDatabase>>,
  origin: string,
  people: number[],
) {
  const identity = await openIdentity(database, origin)
  const tokens = await Promise.all(people.map(one => identity.issueToken(`p${one}`)))
  await identity.close()
  return tokens
}

/** A challenge whose flag is bound to its account. */
async function writeBound(event: string) {
  const folder = join(event, 'net', 'bound')
  await mkdir(folder, { recursive: true })
  const challenge = {
    name: 'Bound',
    author: 'us',
    category: 'net',
    description: 'Look.',
    value: 50,
    flags: [{ type: 'bound', id: 'one' }],
    version: '0.1',
    state: 'visible',
    environment: { command: 'true', ports: [7000] },
  }
  await writeFile(join(folder, 'challenge.yml'), stringify(challenge))
}

type Call = [name: string, method: string, path: string, body?: (turn: number) => object]

function callsOf(who: number): Call[] {
  const at = 3
  const challenge = `/v1/challenges/${slugOf(at)}`
  const category = `category=${categoryOf(at)}`
  const proof = (turn: number) => `${turn}`.padStart(43, 'A')
  return [
    ['user', 'GET', '/v1/user'],
    ['stats', 'GET', '/v1/user/stats'],
    ['challenges', 'GET', '/v1/challenges/'],
    ['challenge', 'GET', `${challenge}?${category}`],
    ['score of a challenge', 'GET', `${challenge}/score?${category}`],
    ['who solved a challenge', 'GET', `${challenge}/solves?${category}`],
    ['scoreboard', 'GET', '/v1/stats/scoreboard'],
    ['history', 'GET', '/v1/stats/history'],
    ['solve times', 'GET', '/v1/stats/solvetimes'],
    ['account', 'GET', `/v1/accounts/crowd-${who}`],
    ['submissions', 'GET', '/v1/user/submissions'],
    [
      'wrong flag',
      'POST',
      `${challenge}/solve?${category}`,
      turn => ({ flag: `TEST{wrong${turn}}` }),
    ],
    [
      'wrong bound flag',
      'POST',
      '/v1/challenges/bound/solve?category=net',
      turn => ({ flag: `TEST{one::${proof(turn)}}` }),
    ],
  ]
}

async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const perSize: Map<string, number>[] = []
for (const accounts of sizes) {
  console.log(`${accounts} accounts …`)
  perSize.push(await grow(accounts))
}
console.log(`\n${engine}: processor time of a call, and in brackets its median time`)
console.log(`| accounts | ${sizes.join(' | ')} |\n|---|${sizes.map(() => '---|').join('')}`)
for (const [name, values] of table) console.log(`| ${name} | ${values.join(' | ')} |`)
const [small, large] = [perSize[0], perSize.at(-1)]
for (const name of ['user', 'stats', 'challenges', 'wrong flag', 'wrong bound flag']) {
  const [least = 0, most = 0] = [small?.get(name), large?.get(name)]
  figures.atMost(`${name}: more with ${sizes.at(-1)} accounts`, most - least, 5, 'ms')
}
