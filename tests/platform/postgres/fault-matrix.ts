import { deepEqual, ok } from 'node:assert/strict'
import pg from 'pg'
import type { Database } from '../../../platform/database/database.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { createLog } from '../../../platform/log.ts'
import { type Cut, openDatabaseProxy } from '../../support/servers/database-proxy.ts'
import { startPostgres } from '../../support/servers/postgres-server.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { before, during, writeEvent } from '../core/events.ts'
import { idleDesktops, idleEngine } from '../core/idle-engine.ts'
import { type Reply, startPlatform } from '../start-platform.ts'
import type { FaultCase, FaultPlatforms, FaultSubject } from './fault-subjects.ts'

/** What goes wrong between platform and PostgreSQL. */
export const faults = [
  'cut at connect',
  'cut in a query',
  'answer to a query lost',
  'cut at COMMIT',
  'answer to COMMIT lost',
  'ended by the server',
  'silent for a moment',
  'silent for long',
  'slow',
  'full pool',
] as const
export type Fault = (typeof faults)[number]

export interface Cell {
  subject: string
  fault: Fault
  /** How many times the call was tried: once, or once for each place where a connection can be cut. */
  cases: number
  /** The longest answer, in milliseconds. */
  slowestMs: number
  /** Which rules were broken. */
  problems: string[]
}

export interface FaultMatrix {
  run(subject: FaultSubject, fault: Fault): Promise<Cell>
  close(): Promise<void>
}

/** The time for one attempt and for all. They are shorter than the platform's, so that silence ends sooner. */
const waits = { attemptMs: 2000, totalMs: 5000, connections: 6, heartbeatMs: 600_000 }
/** A call asks the database a few times, one after the other. */
const boundMs = 8 * waits.totalMs

/** Starts real platforms whose connection to their own PostgreSQL server breaks in every way. */
export async function createFaultMatrix(): Promise<FaultMatrix> {
  const server = await startPostgres({ fsync: 'off', max_connections: '60' })
  const proxy = await openDatabaseProxy(Number(new URL(server.url).port))
  const closing: (() => Promise<unknown>)[] = [() => server.close(), () => proxy.close()]
  const admin = new pg.Client(server.url)
  await admin.connect()
  closing.push(() => admin.end())

  const eventFolder = await writeEvent({
    // Time moves on with each extension that is tried.
    end: '2027-06-02T10:00:00Z',
    postPlayEnd: '2027-06-03T10:00:00Z',
    environments: { maximum: 3, lifetime: '60m', extension: '30m', extendableInLast: '15m' },
  })
  const open = async (name: string, at: Date) => {
    await admin.query(`create database ${name}`)
    const url = new URL(server.url)
    url.pathname = `/${name}`
    const direct = new pg.Client(url.href)
    await direct.connect()
    url.port = String(proxy.port)
    const database = await openDatabase({ url: url.href, waits })
    const clock = createSimulatedClock(at)
    const parts = { environmentDriver: idleEngine, desktopDriver: idleDesktops }
    const log = createLog(process.env.FAULT_LOG ?? 'silent')
    const platform = await startPlatform({ log, ...parts, eventFolder, clock, database })
    closing.push(
      () => direct.end(),
      () => database.close(),
      () => platform.close(),
    )
    return { platform, clock, direct, database }
  }
  const early = await open('early', before)
  const running = await open('running', during)
  const platforms: FaultPlatforms = {
    early: early.platform,
    running: running.platform,
    clock: running.clock,
    async count(phase, query, values) {
      const { direct } = phase === 'early' ? early : running
      const { rows } = await direct.query({ text: query, values: values ?? [], rowMode: 'array' })
      return Number(rows[0]?.[0])
    },
  }
  const databases = [early.database, running.database]
  return {
    async run(subject, fault) {
      const cell: Cell = { subject: subject.name, fault, cases: 0, slowestMs: 0, problems: [] }
      const attempt = async (how: (one: FaultCase) => Promise<boolean>): Promise<boolean> => {
        try {
          const one = await subject.prepare(platforms)
          return await how({ ...one, ask: () => timed(one.ask) })
        } catch (error) {
          cell.problems.push((error as Error).message)
          return false
        }
      }
      const timed = async (ask: FaultCase['ask']) => {
        const begun = performance.now()
        const reply = await ask()
        const ms = performance.now() - begun
        cell.slowestMs = Math.max(cell.slowestMs, Math.round(ms))
        ok(ms < boundMs, `the answer took ${Math.round(ms)} ms`)
        return reply
      }
      const cut = cuts[fault]
      if (!cut) {
        cell.cases = 1
        await attempt(one => whole(one, fault))
        return cell
      }
      // Cuts at every place, until the call ends before the cut.
      const cutAt = (nth: number) => (one: FaultCase) => oneCut(one, { ...cut, nth })
      while (await attempt(cutAt(cell.cases + 1))) cell.cases++
      return cell
    },

    async close() {
      for (const step of closing.reverse()) await step()
    },
  }

  /** @returns whether the call got as far as the cut */
  async function oneCut(one: FaultCase, cut: Cut): Promise<boolean> {
    proxy.cutAt(cut)
    const reply = await one.ask()
    const wasCut = proxy.wasCut()
    deepEqual(outcomeOf(reply), one.expected, `cut at the ${cut.what} ${cut.nth}`)
    await one.check()
    return wasCut
  }

  async function whole(one: FaultCase, fault: Fault): Promise<boolean> {
    const lift = await apply(fault)
    try {
      const asking = one.ask()
      if (fault === 'silent for a moment') {
        await Promise.race([proxy.untilWaiting(), asking])
        proxy.open()
      }
      if (fault === 'ended by the server') await endConnections(asking)
      const reply = await asking
      await lift()
      const mayBeUnavailable = fault === 'silent for long' || fault === 'full pool'
      if (mayBeUnavailable && reply.status === 503) await askAgain(one, reply)
      else deepEqual(outcomeOf(reply), one.expected)
    } finally {
      await lift()
    }
    await one.check()
    return true
  }

  async function askAgain(one: FaultCase, reply: Reply): Promise<void> {
    ok(Number(reply.headers.get('retry-after')) > 0, 'a 503 says when to come again')
    const again = outcomeOf(await one.ask())
    const fine = [one.expected, ...(one.repeated ?? [])]
    ok(fine.includes(again), `asked again, it is answered ${again} instead of ${fine}`)
  }

  /** Ends all connections again and again while a call is under way. */
  async function endConnections(asking: Promise<unknown>): Promise<void> {
    let isAnswered = false
    const answered = asking.finally(() => {
      isAnswered = true
    })
    for (let done = 0; done < 10 && !isAnswered; done++) await server.endConnections()
    await answered
  }

  /** @returns ends the fault */
  async function apply(fault: Fault): Promise<() => Promise<unknown>> {
    const reopen = async () => proxy.open()
    if (fault === 'cut at connect') proxy.refuse(3)
    if (fault === 'slow') proxy.delay(50)
    if (fault === 'silent for a moment' || fault === 'silent for long') proxy.silence()
    if (fault === 'full pool') return fill(databases)
    return reopen
  }
}

const cuts: Partial<Record<Fault, Omit<Cut, 'nth'>>> = {
  'cut in a query': { when: 'before', what: 'statement' },
  'answer to a query lost': { when: 'after', what: 'statement' },
  'cut at COMMIT': { when: 'before', what: 'commit' },
  'answer to COMMIT lost': { when: 'after', what: 'commit' },
}

const outcomeOf = ({ status, body }: Reply): number | string => body?.code ?? body?.status ?? status

/** Keeps every connection busy as long as a call waits. */
async function fill(databases: Database[]): Promise<() => Promise<unknown>> {
  const busy = databases.flatMap(({ db }) =>
    Array.from({ length: waits.connections }, () => db.execute('select pg_sleep(60)')),
  )
  const settled = Promise.allSettled(busy)
  return () => settled
}
