/**
 * How many desktops a host can run as processes: `npm run bench -- desktop-node`. The memory and the processor time
 * of each while nobody looks, while somebody looks, and while somebody works in its terminal.
 */
import { fork } from 'node:child_process'
import { on } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { users } from '../../platform/database/schema.ts'
import { descendantsOf } from '../../platform/runtime/process-table.ts'
import { readCount } from '../../scripts/command.ts'
import { lease, startDesktopServer } from '../platform/desktop/desktop-server.ts'
import { createBench } from './benches.ts'
import type { People } from './desktop/people.ts'

const count = readCount(createBench('desktop-node'), 'desktops', 'how many', 8)
const seconds = 20
/** Clock ticks a second, as Linux shows them. */
const TICKS = 100

const server = await startDesktopServer()
const names = Array.from({ length: count }, (_, at) => `person${at}`)
await server.database.db.insert(users).values(
  names.map(id => ({
    id,
    issuer: 'embedded',
    subject: id,
    username: id,
    externalId: `x-${id}`,
    createdAt: new Date(0),
  })),
)
// Longer than the longest measurement.
const desktop = { ...lease, lifetimeMs: 4 * 3_600_000 }
const desktops = await server.open({ event: { current: { ...server.event.current, desktop } } })
await Promise.all(names.map(id => desktops.create(id)))
for (const id of names) while ((await desktops.get(id)).status !== 'running') await delay(50)
// Their first programs are loaded.
await delay(5000)

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

/** All processes of desktops. */
async function processes(except: number[] = []): Promise<number[]> {
  const below = (await descendantsOf([process.pid])).get(process.pid) ?? []
  return below.filter(pid => !except.includes(pid))
}

/** The memory of each desktop in MiB. Memory that several share counts once. */
async function memory(): Promise<number> {
  const pages = (await processes()).flatMap(pid => [
    ...read(`/proc/${pid}/smaps_rollup`).matchAll(/^(?:Pss|SwapPss):\s+(\d+)/gm),
  ])
  return pages.reduce((sum, [, kib]) => sum + Number(kib), 0) / 1024 / count
}

/** Processor seconds of all these processes so far, and of their ended children. */
function worked(pids: readonly number[]): number {
  const ticks = pids.map(pid => {
    const stat = read(`/proc/${pid}/stat`)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  })
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS
}

/** Percent of one processor that each desktop, and the platform for it, use in the next seconds. */
async function load(except: number[] = []) {
  const pids = await processes(except)
  const [before, own] = [worked(pids), process.cpuUsage()]
  await delay(seconds * 1000)
  const { user, system } = process.cpuUsage(own)
  const percent = (time: number) => `${((time / seconds / count) * 100).toFixed(2)} %`
  return {
    'desktop, of a processor': percent(worked(pids) - before),
    'platform, of a processor': percent((user + system) / 1e6),
  }
}

async function withPeople(isWorking: boolean) {
  const people = fork(join(import.meta.dirname, 'desktop/people.ts'))
  const urls = await Promise.all(names.map(async id => (await desktops.get(id)).url ?? ''))
  const all: People = { isWorking, desktops: urls.map(url => ({ origin: server.origin, url })) }
  people.send(all)
  let seated = 0
  for await (const _ of on(people, 'message')) if (++seated === count) break
  await delay(2000)
  const figures = await load([people.pid ?? 0])
  people.kill()
  return figures
}

const idle = `${(await memory()).toFixed(0)} MiB`
console.table({
  'nobody looks': { ...(await load()), memory: idle },
  'somebody looks': await withPeople(false),
  'somebody works': {
    ...(await withPeople(true)),
    memory: `${(await memory()).toFixed(0)} MiB`,
  },
})
await server.close()
