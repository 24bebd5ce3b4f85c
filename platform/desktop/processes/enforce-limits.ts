import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Excess } from '../../runtime/excess.ts'
import { descendantsOf } from '../../runtime/process-table.ts'
import type { DesktopSettings } from '../driver.ts'
import type { createHomeQuota, QuotaUser } from '../home/quota.ts'
import { checkLimits, type LimitAction } from '../limits.ts'
import type { Session } from './session.ts'

interface RunningSession extends Pick<Session, 'pid' | 'tell'> {
  settings: DesktopSettings
}

/** The running desktops with the processes of each, by its id. */
type Programs = ReadonlyMap<string, RunningSession & { pids: readonly number[] }>

interface EnforceLimitsOptions {
  /** The sessions that run, by their desktop's id. */
  sessions: ReadonlyMap<string, RunningSession>
  homeOf: (id: string) => string
  quota: ReturnType<typeof createHomeQuota>
  /** Ends a whole desktop, with the reason. */
  end: (id: string, reason: string, code: Excess) => Promise<void>
  /** The time between two measurements, in milliseconds. */
  everyMs: number
  log: Log
}

/**
 * Measures the memory and the homes of desktops again and again. Ends what takes too much.
 *
 * @returns a function that ends the measuring
 */
export function enforceLimits(options: EnforceLimitsOptions): () => void {
  const { sessions, homeOf, quota, end, everyMs, log } = options

  async function findPrograms(): Promise<Programs> {
    if (sessions.size === 0) return new Map()
    const running = [...sessions]
    const descendants = await descendantsOf(running.map(([, { pid = 0 }]) => pid))
    return new Map(
      running.map(([id, session]) => [
        id,
        { ...session, pids: descendants.get(session.pid ?? 0) ?? [] },
      ]),
    )
  }

  let isMeasuringHomes = false
  async function measure(): Promise<void> {
    const programs = await findPrograms()
    for (const [id, { pids, settings }] of programs)
      await execute(id, checkLimits(pids, settings), 'takes too much memory')
    // A home with many files may take a minute, and the memory is measured meanwhile.
    if (isMeasuringHomes) return
    isMeasuringHomes = true
    measureHomes(programs)
      .catch(reportFailure)
      .finally(() => {
        isMeasuringHomes = false
      })
  }

  async function measureHomes(programs: Programs): Promise<void> {
    const users = new Map<string, QuotaUser>()
    for (const [id, { pids, settings, tell }] of programs)
      users.set(id, { home: homeOf(id), homeMb: settings.homeMb, pids, show: tell })
    if (users.size === 0) return
    for (const [id, action] of await quota.check(users)) await execute(id, action, 'fills its home')
  }

  async function execute(id: string, action: LimitAction, what: string): Promise<void> {
    if (action === null || !sessions.has(id)) return
    if ('end' in action) return end(id, action.end, action.code)
    log.warn({ desktop: id }, `a desktop ${what}: the program that does most of it is ended`)
    kill(action.kill)
  }

  const reportFailure = (error: unknown) =>
    log.error({ err: error }, 'measuring the memory or the disk space of desktops failed')

  const ending = new AbortController()
  async function measureUntilEnded({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await delay(everyMs, undefined, { ref: false, signal }).catch(() => {})
      await measure().catch(reportFailure)
    }
  }
  void measureUntilEnded(ending)
  return () => ending.abort()
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}
