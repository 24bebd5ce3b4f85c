import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCapacity } from '../../../platform/capacity/capacity.ts'
import { desktops as table } from '../../../platform/database/schema.ts'
import type { Desktops, DesktopsOptions } from '../../../platform/desktop/desktops.ts'
import type { DesktopDriver, OnExit } from '../../../platform/desktop/driver.ts'
import { endLeftover, saveLeader } from '../../../platform/desktop/processes/leftovers.ts'
import { openProcesses } from '../../../platform/desktop/processes/open-processes.ts'
import { DesktopStartError } from '../../../platform/desktop/start-error.ts'
import { createTickets } from '../../../platform/desktop/tickets.ts'
import { createLog } from '../../../platform/log.ts'
import type { Replicas } from '../../../platform/replicas/replicas.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { type DesktopServer, lease, startDesktopServer } from './desktop-server.ts'
import { ticketOf } from './rfb.ts'

/** A driver whose desktops do what the test says. */
function createFakeDriver() {
  const calls: string[] = []
  let tell: OnExit = () => {}
  const gate = { start: async (_signal: AbortSignal) => {} }
  const driver: DesktopDriver = {
    name: 'fake',
    provision: async () => void calls.push('provision'),
    start: async (_id, signal) => {
      calls.push('start')
      await gate.start(signal)
    },
    stop: async () => void calls.push('stop'),
    forwardPorts: async () => {},
    setScale: async () => {},
    remove: async () => void calls.push('remove'),
    connect: () => {
      throw new Error('not in this test')
    },
    filesOf: () => {
      throw new Error('not in this test')
    },
    imagesOf: () => {
      throw new Error('not in this test')
    },
    watch(onExit) {
      tell = onExit
      return () => {}
    },
    clear: async () => void calls.push('clear'),
  }
  return { driver, calls, gate, exit: (...how: Parameters<OnExit>) => tell(...how) }
}

/** Replicas of which the test decides when they are checked, and when this one was taken for dead. */
function createFakeReplicas(id: string) {
  const checks: (() => Promise<void>)[] = []
  const removals: (() => Promise<void>)[] = []
  const replicas: Replicas = {
    id,
    isAlone: false,
    onCheck: listener => void checks.push(listener),
    onRemoved: listener => void removals.push(listener),
    join: async () => {},
    watch() {},
    leave: async () => {},
  }
  const run = async (listeners: (() => Promise<void>)[]) => {
    for (const listener of listeners) await listener()
  }
  return { replicas, check: () => run(checks), remove: () => run(removals) }
}

const clock = createSimulatedClock(Date.UTC(2026, 4, 1))
let server: DesktopServer
let fake: ReturnType<typeof createFakeDriver>
let desktops: Desktops
const status = async () => (await desktops.get('alice')).status
const becomes = (wanted: string) => eventually(async () => expect(await status()).toBe(wanted))
const rows = () => server.database.db.select().from(table)

beforeAll(async () => {
  server = await startDesktopServer(clock)
})
beforeEach(async () => {
  await server.database.db.delete(table)
  fake = createFakeDriver()
  desktops = await server.open({ driver: fake.driver })
})
afterAll(() => server.close())

test('a desktop whose display fails is in error, and can be started again', async () => {
  fake.gate.start = () => Promise.reject(new Error('no display'))
  await desktops.create('alice')
  await becomes('error')
  fake.gate.start = async () => {}
  await desktops.start('alice')
  await becomes('running')
})

test('a desktop that breaks is in error; one that its user logs out of is stopped', async () => {
  await desktops.create('alice')
  await becomes('running')
  const id = (await rows())[0]?.id ?? ''
  fake.exit(id, 'SIGSEGV')
  expect(await status()).toBe('error')
  await desktops.start('alice')
  await becomes('running')
  fake.exit(id, null)
  expect(await status()).toBe('stopped')
})

test('a desktop in error says why, until it starts again', async () => {
  const cause = async () => (await desktops.get('alice')).failure
  fake.gate.start = () => Promise.reject(new Error('no display'))
  await desktops.create('alice')
  await becomes('error')
  expect(await cause()).toBe('start')
  fake.gate.start = async () => {}
  await desktops.start('alice')
  await becomes('running')
  expect(await cause()).toBeUndefined()
  const id = (await rows())[0]?.id ?? ''
  fake.exit(id, 'it ran more than 512 processes', 'processes')
  expect(await cause()).toBe('processes')
  await desktops.start('alice')
  await becomes('running')
  fake.exit(id, 'SIGSEGV: none')
  expect(await cause()).toBe('ended')
})

test('a desktop ends at its announced time after the clock was set back, and is not extended into the past', async () => {
  await desktops.create('alice')
  await becomes('running')
  const announced = (await desktops.get('alice')).stopTimestamp
  clock.jump(-3_600_000)
  clock.advance(lease.lifetimeMs + 3_599_000)
  expect(await status()).toBe('running')
  expect((await desktops.get('alice')).stopTimestamp).toBe(announced)
  // Now the clock jumps forward, beyond the desktop's end.
  clock.jump(3_600_000)
  await expect(desktops.extend('alice')).rejects.toMatchObject({ code: 'CANNOT_PROLONG_FLUGZEUG' })
  clock.advance(30_000)
  await becomes('stopped')
})

test('a start is aborted by a stop', async () => {
  const aborted = vi.fn()
  const begun = Promise.withResolvers<void>()
  fake.gate.start = signal =>
    new Promise(resolve => {
      signal.addEventListener('abort', () => resolve(aborted()))
      begun.resolve()
    })
  await desktops.create('alice')
  await begun.promise
  expect(await status()).toBe('starting')
  await desktops.stop('alice')
  await becomes('stopped')
  expect(aborted).toHaveBeenCalledOnce()
})

test('if the event has no desktops any more, those that run are stopped, and their homes kept', async () => {
  await desktops.create('alice')
  await becomes('running')
  const before = server.event.current
  server.event.replace({ ...before, desktop: { ...lease, enabled: false } })
  desktops.review()
  await becomes('stopped')
  expect(fake.calls).not.toContain('remove')
  server.event.replace({ ...before, postPlayEnd: new Date(clock.now() + 60_000) })
  await desktops.start('alice')
  await becomes('running')
  expect((await desktops.get('alice')).stopTimestamp).toBe(
    new Date(clock.now() + 60_000).toISOString(),
  )
  server.event.replace(before)
})

test('a desktop ends earlier if the event does', async () => {
  await desktops.create('alice')
  await becomes('running')
  const before = server.event.current
  const postPlayEnd = new Date(clock.now() + 60_000)
  server.event.replace({ ...before, postPlayEnd })
  desktops.review()
  server.event.replace(before)
  expect((await desktops.get('alice')).stopTimestamp).toBe(postPlayEnd.toISOString())
  clock.advance(60_000)
  await becomes('stopped')
})

test('a page knows of an event without teams, where nobody could watch', async () => {
  await desktops.create('alice')
  await becomes('running')
  const before = server.event.current
  const addressWith = async (teamMode: boolean) => {
    server.event.replace({ ...before, teamMode })
    return new URL((await desktops.get('alice')).url ?? '').searchParams.has('alone')
  }
  expect([await addressWith(true), await addressWith(false)]).toEqual([false, true])
  server.event.replace(before)
})

test('what is left of desktops is looked for at the start, and then once a minute', async () => {
  const sweep = vi.fn<NonNullable<DesktopDriver['sweep']>>(async () => {})
  const later = await server.open({ driver: { ...fake.driver, sweep } })
  await eventually(() => expect(sweep).toHaveBeenCalledTimes(1))
  await setImmediate()
  clock.advance(60_000)
  await eventually(() => expect(sweep).toHaveBeenCalledTimes(2))
  await later.close()
  await setImmediate()
  clock.advance(60_000)
  expect(sweep).toHaveBeenCalledTimes(2)
})

test('a container of a desktop that starts or runs is no leftover; that of one that is down is', async () => {
  const alive: boolean[] = []
  const look = vi.fn<NonNullable<DesktopDriver['sweep']>>(async known => {
    const found = await known()
    alive.push([...found.all].every(id => found.alive.has(id)))
  })
  desktops = await server.open({ driver: { ...fake.driver, sweep: look } })
  const swept = async () => {
    const count = alive.length
    clock.advance(60_000)
    await eventually(() => expect(alive.length).toBe(count + 1))
    return alive.at(-1)
  }
  await desktops.create('alice')
  await becomes('running')
  expect(await swept()).toBe(true)
  await desktops.stop('alice')
  await becomes('stopped')
  expect(await swept()).toBe(false)
})

test('a desktop that finds no room waits for it, and leaves the queue when it is stopped', async () => {
  const capacity = createCapacity(lease.memoryMb)
  desktops = await server.open({ driver: fake.driver, capacity })
  const statusOf = async (user: string) => (await desktops.get(user)).status
  await desktops.create('alice')
  await becomes('running')
  await desktops.create('bob')
  await eventually(() => expect(capacity.waiting()).toBe(1))
  expect(await statusOf('bob')).toBe('starting')
  await desktops.stop('bob')
  await eventually(async () => expect(await statusOf('bob')).toBe('stopped'))
  expect([capacity.waiting(), capacity.used()]).toEqual([0, lease.memoryMb])
  await desktops.start('bob')
  await eventually(() => expect(capacity.waiting()).toBe(1))
  await desktops.reset('alice')
  await eventually(async () => expect(await statusOf('bob')).toBe('running'))
  fake.exit((await rows())[0]?.id ?? '', 'SIGSEGV')
  expect([capacity.waiting(), capacity.used()]).toEqual([0, 0])
})

test('a desktop that still waits for room when the event is over is not started any more', async () => {
  const capacity = createCapacity(lease.memoryMb)
  desktops = await server.open({ driver: fake.driver, capacity })
  await desktops.create('alice')
  await becomes('running')
  await desktops.create('bob')
  await eventually(() => expect(capacity.waiting()).toBe(1))
  const before = server.event.current
  onTestFinished(() => server.event.replace(before))
  server.event.replace({ ...before, postPlayEnd: new Date(clock.now() + 60_000) })
  desktops.review()
  clock.advance(60_000)
  await eventually(async () => expect((await desktops.get('bob')).status).toBe('stopped'))
  expect(fake.calls.filter(one => one === 'start')).toHaveLength(1)
  expect([capacity.waiting(), capacity.used()]).toEqual([0, 0])
})

test('fifty who create at once make one desktop', async () => {
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => desktops.create('alice')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
})

test('the state is in the database, for after a restart', async () => {
  await desktops.create('alice')
  await becomes('running')
  await eventually(async () => expect((await rows())[0]?.status).toBe('running'))
  const later = await server.open({ driver: createFakeDriver().driver })
  expect(await later.get('alice')).toEqual({ status: 'stopped', stopTimestamp: null, url: null })
})

test('a desktop that runs on without its platform goes on where it was, with its time and its memory', async () => {
  const adopted: string[] = []
  const driver = { ...fake.driver, adopt: async (id: string) => adopted.push(id) > 0 }
  const before = await server.open({ driver })
  await before.create('alice')
  await eventually(async () => expect((await before.get('alice')).status).toBe('running'))
  const { stopTimestamp } = await before.get('alice')
  await before.close()
  expect(fake.calls).not.toContain('stop')
  clock.advance(60_000)
  const capacity = createCapacity(lease.memoryMb)
  const later = await server.open({ driver, capacity })
  expect(adopted).toEqual([(await rows())[0]?.id])
  expect(await later.get('alice')).toMatchObject({ status: 'running', stopTimestamp })
  expect(capacity.used()).toBe(lease.memoryMb)
  clock.advance(lease.lifetimeMs - 60_000)
  await eventually(async () => expect((await later.get('alice')).status).toBe('stopped'))
  expect(fake.calls).toContain('stop')
})

test('a replica that is asked for the desktop of one that is gone finds it running', async () => {
  const found = Promise.withResolvers<boolean>()
  const driver = { ...fake.driver, isShared: true, adopt: () => found.promise }
  const before = await server.open({ driver })
  await before.create('alice')
  await eventually(async () => expect((await before.get('alice')).status).toBe('running'))
  const { stopTimestamp } = await before.get('alice')
  await before.close()
  const { replicas } = createFakeReplicas('two')
  const other = await server.open({ driver, replicas })
  // The second call must not see the row of a desktop that nobody has found yet.
  const asked = [other.get('alice'), other.get('alice')]
  found.resolve(true)
  const running = { status: 'running', stopTimestamp }
  expect(await Promise.all(asked)).toMatchObject([running, running])
  expect(fake.calls).not.toContain('stop')
})

test('a replica that was taken for dead leaves alone what another one runs now', async () => {
  const released: string[] = []
  const driver = { ...fake.driver, isShared: true, release: (id: string) => released.push(id) }
  const { replicas, remove } = createFakeReplicas('one')
  const capacity = createCapacity(lease.memoryMb)
  const slow = await server.open({ driver, capacity, replicas })
  await slow.create('alice')
  await eventually(async () => expect((await slow.get('alice')).status).toBe('running'))
  await eventually(async () => expect((await rows())[0]?.status).toBe('running'))
  await server.database.db.update(table).set({ owner: 'two' })
  const id = (await rows())[0]?.id
  await remove()
  expect(released).toEqual([id])
  expect(fake.calls).toEqual(['clear', 'clear', 'provision', 'start'])
  expect(capacity.used()).toBe(0)
  expect((await rows())[0]).toMatchObject({ owner: 'two', status: 'running' })
})

test('a desktop is made after all when the database failed right after its row was written', async () => {
  const { replicas, check } = createFakeReplicas('one')
  desktops = await server.open({ driver: fake.driver, replicas })
  const createdAt = new Date(clock.now())
  const row = { userId: 'alice', id: 'written', owner: 'one', createdAt } as const
  await server.database.db.insert(table).values({ ...row, status: 'provisioning' })
  await expect(desktops.create('alice')).rejects.toMatchObject({ code: 'FLUGZEUG_EXISTS' })
  await check()
  expect(fake.calls).not.toContain('provision')
  await check()
  await becomes('running')
  await check()
  await check()
  expect(fake.calls.filter(call => call === 'start')).toHaveLength(1)
  await desktops.reset('alice')
  expect(await rows()).toEqual([])

  // In an event without desktops it is not made.
  const event = server.event.current
  server.event.replace({ ...event, desktop: { ...lease, enabled: false } })
  await server.database.db.insert(table).values({ ...row, id: 'other', status: 'provisioning' })
  await check()
  await check()
  server.event.replace(event)
  expect(await status()).toBe('stopped')
  expect(fake.calls.filter(call => call === 'start')).toHaveLength(1)
})

test('a desktop that is made during a check is made once', async () => {
  const { replicas, check } = createFakeReplicas('one')
  desktops = await server.open({ driver: fake.driver, replicas })
  const created = desktops.create('alice')
  for (let at = 0; at < 5; at++) await check()
  await created
  await becomes('running')
  expect(fake.calls.filter(call => call === 'start')).toHaveLength(1)
})

test.each([
  ['does not run any more', async () => false, true, 0],
  ['has had its time', async () => true, true, lease.lifetimeMs],
  ['is one of an event that has none any more', async () => true, false, 0],
])('a desktop that %s is stopped at the start', async (_, adopt, enabled, ms) => {
  const driver = { ...fake.driver, isShared: true, adopt }
  const before = await server.open({ driver })
  await before.create('alice')
  await eventually(async () => expect((await before.get('alice')).status).toBe('running'))
  await before.close()
  clock.advance(ms)
  const event = server.event.current
  server.event.replace({ ...event, desktop: { ...lease, enabled } })
  const later = await server.open({ driver })
  server.event.replace(event)
  expect(await later.get('alice')).toMatchObject({ status: 'stopped', stopTimestamp: null })
  expect(fake.calls.at(-1)).toBe('stop')
})

test('the folder of handouts is made where there are desktops, and is there before one starts', async () => {
  const folder = join(server.dataFolder, 'handouts')
  await rm(folder, { recursive: true })
  const event = server.event.current
  server.event.replace({ ...event, desktop: { ...lease, enabled: false } })
  const none = await server.open({ driver: null })
  const later = await server.open({ driver: fake.driver })
  none.review()
  expect(existsSync(folder)).toBe(false)
  server.event.replace(event)
  let isThere = false
  fake.gate.start = async () => {
    isThere = existsSync(folder)
  }
  later.review()
  await later.create('alice')
  await eventually(async () => expect((await later.get('alice')).status).toBe('running'))
  expect(isThere).toBe(true)
})

test('a desktop whose engine is silent says so to its user', async () => {
  fake.gate.start = () => Promise.reject(new DesktopStartError('unreachable', 'silent for 10 s'))
  await desktops.create('alice')
  await becomes('error')
  expect((await desktops.get('alice')).failure).toBe('unreachable')
})

test('the leftovers of a killed platform are cleared before anything starts', () => {
  expect(fake.calls).toEqual(['clear'])
})

test('without a driver nobody has desktops', async () => {
  const none = await server.open({ driver: null })
  expect(none.enabled).toBe(false)
  await expect(none.create('bob')).rejects.toMatchObject({
    code: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
  })
})

test('if programs are missing, the log names them and what to install', async () => {
  vi.stubEnv('PATH', '/nowhere')
  const stream = new PassThrough()
  const driver = await openProcesses({
    folder: '/nowhere',
    settings: () => lease,
    image: () => lease.image,
    address: '127.0.0.1',
    mode: 'required',
    log: createLog('info', stream),
  }).finally(() => vi.unstubAllEnvs())
  expect(driver).toBe(null)
  expect(JSON.parse(stream.read().toString())).toMatchObject({
    missing: ['Xvnc', 'openbox', 'xterm'],
    msg: expect.stringContaining('apt-get install tigervnc-standalone-server openbox xterm'),
  })
})

test('if they cannot be isolated, there are none, unless an option says so', async () => {
  // All programs that a desktop needs, except those that isolate it.
  const programs = await mkdtemp(join(tmpdir(), 'guidon-programs-'))
  for (const name of ['Xvnc', 'openbox', 'xterm'])
    await writeFile(join(programs, name), '', { mode: 0o755 })
  const stream = new PassThrough()
  const choose = (mode: 'required' | 'plain') =>
    openProcesses({
      folder: '/nowhere',
      settings: () => lease,
      image: () => lease.image,
      address: '127.0.0.1',
      mode,
      log: createLog('info', stream),
    })
  const said = () => JSON.parse(stream.read().toString().split('\n')[0])
  vi.stubEnv('PATH', programs)
  try {
    expect(await choose('required')).toBe(null)
    expect(said().msg).toMatch(/Flugzeug is not enabled.*--desktops plain/)
    expect(await choose('plain')).toMatchObject({ name: 'process' })
    expect(said().msg).toContain('DESKTOPS ARE NOT ISOLATED')
  } finally {
    vi.unstubAllEnvs()
    await rm(programs, { recursive: true })
  }
})

test('a leftover is ended by its pid and start time, another process with its pid is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-leftover-'))
  const file = join(folder, 'process.json')
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
  const gone = once(child, 'exit')
  await saveLeader(file, child.pid ?? 0)
  expect(await endLeftover(file)).toBe(true)
  expect(await gone).toEqual([null, 'SIGKILL'])
  const noted = `{"pid": ${process.pid}, "startTime": "1"}`
  await writeFile(file, noted)
  expect(await endLeftover(file)).toBe(false)
  await rm(folder, { recursive: true })
})

test('a ticket stays the same for half a minute, and holds for at least as long', () => {
  const clock = createSimulatedClock(0)
  const tickets = createTickets(clock, 'secret')
  const first = tickets.issue('alice', 'd1')
  clock.advance(29_999)
  expect(tickets.issue('alice', 'd1')).toBe(first)
  clock.advance(1)
  const second = tickets.issue('alice', 'd1')
  expect(second).not.toBe(first)
  expect(tickets.redeem(first)).toMatchObject({ userId: 'alice', desktopId: 'd1' })
  clock.advance(30_000)
  expect(tickets.redeem(first)).toBe(null)
  expect(tickets.redeem(second)).toMatchObject({ userId: 'alice', desktopId: 'd1' })
  expect(createTickets(clock, 'other').redeem(second)).toBe(null)
  // The clock is set back by an hour, but a ticket does not last longer.
  const third = tickets.issue('alice', 'd1')
  const ofMate = tickets.issueView('alice', 'd1', { userId: 'bob', name: 'Bob', view: 'token' })
  expect(tickets.redeemView(ofMate)).toMatchObject({ userId: 'alice', watcher: { userId: 'bob' } })
  clock.jump(-3_600_000)
  expect(tickets.redeem(third)).toBe(null)
  expect(tickets.redeemView(ofMate)).toBe(null)
  clock.jump(3_600_000)
  // This stands for another replica, or the same one after a restart.
  expect(createTickets(clock, 'secret').redeem(second)).not.toBe(null)
})

test('a pass holds for a day', () => {
  const clock = createSimulatedClock(0)
  const tickets = createTickets(clock, 'secret')
  const pass = tickets.passFor(tickets.issue('alice', 'd1', 'of-alice')) ?? ''
  const claim = { userId: 'alice', desktopId: 'd1', grantId: 'of-alice', watcher: null }
  clock.advance(24 * 3_600_000 - 1)
  expect(tickets.redeemPass(pass)).toEqual(claim)
  expect(tickets.redeem(tickets.ticketFor(pass) ?? '')).toEqual(claim)
  clock.advance(1)
  expect(tickets.redeemPass(pass)).toBe(null)
  expect(tickets.ticketFor(pass)).toBe(null)
  // The clock is set back beyond its beginning.
  clock.jump(-24 * 3_600_000 - 1)
  expect(tickets.redeemPass(pass)).toBe(null)
})

/** A desktop that is shared, as after a restart. */
async function openShared(more: Partial<DesktopsOptions>) {
  await desktops.create('alice')
  await becomes('running')
  await desktops.close()
  const stopAt = new Date(clock.now() + 60_000)
  await server.database.db.update(table).set({ status: 'running', stopAt, view: 'token' })
  return server.open({ driver: { ...fake.driver, adopt: async () => true }, ...more })
}
const bob = { userId: 'bob', name: 'Bob' }

test('users without a team watch nobody', async () => {
  desktops = await openShared({ accountOf: async () => null })
  expect(await desktops.openView('token', bob)).toBe(null)
})

test('a team mate watches no longer than the own sign-in lasts', async () => {
  const ended = new Set<string>()
  const revocations = { isRevoked: (id: string) => ended.has(id), onRevoked() {} }
  desktops = await openShared({ accountOf: async () => 'hawks', revocations })
  const view = await desktops.openView('token', bob, 'of-bob')
  const opens = async () => (await desktops.explain(ticketOf(view?.url ?? null))).status
  expect(await opens()).toBe(426)
  ended.add('of-bob')
  expect(await opens()).toBe(401)
})

test('a desktop that ran on while the platform was away is shared by the same link', async () => {
  desktops = await openShared({ accountOf: async () => 'hawks' })
  expect(await desktops.openView('token', bob)).toMatchObject({ ownerId: 'alice' })
  await desktops.stop('alice')
  await becomes('stopped')
  await eventually(async () => expect((await rows())[0]?.view).toBeNull())
})
