import { closeSync, openSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { ControlGroups } from '../runtime/control-groups.ts'
import type { DesktopDriver } from './driver.ts'
import { writeEtc } from './etc.ts'
import { makeDeletable } from './home.ts'
import { createHomeQuota, type QuotaUser } from './home-quota.ts'
import { endLeftover } from './leftovers.ts'
import { familiesOf, judge, type Verdict } from './memory-limits.ts'
import { createWays, type Ways } from './network/forwarded-ports.ts'
import { joinInternet } from './network/internet.ts'
import type { Box, BoxLimits } from './sandbox.ts'
import { launch, type Session } from './session.ts'

interface Options {
  /** Each desktop has a folder in it. */
  folder: string
  box: Box
  /** Of a desktop that starts now. */
  limits: () => BoxLimits
  /** What users are told of their environments: a name or an address. */
  address: string
  /** See `DriverOptions`. */
  groups?: ControlGroups | null
  log: Log
  /** Milliseconds between two looks at what desktops take. Default 2000. */
  measureEvery?: number
  /** Milliseconds until a display must answer. Default 20000. */
  startTimeoutMs?: number
  /** Milliseconds that programs get to end by themselves. Default 2000. */
  graceMs?: number
}

/** Of one desktop. */
const processes = 512
/** A lack of memory ends its largest program: its user goes on. */
const groupLimits = { tasks: 4096, processors: 2, endsTogether: false }

interface Running extends Session {
  limits: BoxLimits
  /** Null: it is in the machine's own network. */
  ways: Ways | null
}

/** Desktops as processes of this machine, with TigerVNC's Xvnc. None outlives the platform. */
export function createProcessDriver(options: Options): DesktopDriver {
  const { folder, box, log, startTimeoutMs = 20_000, graceMs = 2000 } = options
  const { limits, address, measureEvery = 2000 } = options
  const sessions = new Map<string, Running>()
  const quota = createHomeQuota(folder)
  const watchers = new Set<(id: string, reason: string | null) => void>()

  const placesOf = (id: string) => ({
    base: join(folder, id),
    home: join(folder, id, 'home'),
    run: join(folder, id, 'run'),
    etc: join(folder, id, 'etc'),
  })

  const tell = (id: string, reason: string | null) => {
    log.info({ desktop: id, reason }, 'a desktop ended by itself')
    for (const hear of watchers) hear(id, reason)
  }

  /** Without a box, what programs leave behind is nobody's child: then nothing is measured. */
  async function measure(): Promise<void> {
    if (!box.confines || sessions.size === 0) return
    const families = await familiesOf([...sessions.values()].map(({ pid = 0 }) => pid))
    const users = new Map<string, QuotaUser>()
    for (const [id, { pid = 0, limits, show }] of [...sessions]) {
      const pids = families.get(pid) ?? []
      users.set(id, { ...placesOf(id), ...limits, pids, show })
      await execute(id, judge(pids, { ...limits, processes }), 'takes too much memory')
    }
    for (const [id, verdict] of await quota.check(users))
      await execute(id, verdict, 'fills its home')
  }

  async function execute(id: string, verdict: Verdict, what: string): Promise<void> {
    const session = sessions.get(id)
    if (verdict === null || !session) return
    if ('kill' in verdict) {
      log.warn({ desktop: id }, `a desktop ${what}: the program that does most of it is ended`)
      kill(verdict.kill)
    } else if (sessions.delete(id)) {
      await session.end(0)
      tell(id, verdict.end)
    }
  }
  const again = () => {
    setTimeout(() => {
      measure()
        .catch(error => log.error({ err: error }, 'desktops could not be measured'))
        .finally(again)
    }, measureEvery).unref()
  }
  again()

  async function stop(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.end(graceMs)
  }

  return {
    name: 'process',

    async provision(id) {
      await mkdir(placesOf(id).home, { recursive: true, mode: 0o700 })
    },

    async start(id, signal) {
      const { base, home, run, etc } = placesOf(id)
      const own = limits()
      await mkdir(home, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      await rm(run, { recursive: true, force: true })
      await mkdir(run, { mode: 0o700 })
      await writeEtc(etc, address, own.internet)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(startTimeoutMs)])
      const { memoryMb } = own
      const group = options.groups?.open(`desktop-${id}`, { ...groupLimits, memoryMb }) ?? null
      const session = await launch({
        ...{ base, home, run, etc, box, group, limits: own, signal: limit },
      }).catch(error => {
        group?.close()
        throw error
      })
      const { pid, ended } = session
      const ways = box.confines && pid ? createWays(pid, log) : null
      quota.forget(id)
      sessions.set(id, { ...session, limits: own, ways })
      if (ways && pid && own.internet) joinInternet(pid, log)
      void ended.then(reason => {
        group?.close()
        ways?.close()
        if (sessions.delete(id)) tell(id, reason)
      })
    },

    async allow(id, ways) {
      await sessions.get(id)?.ways?.set(ways)
    },

    stop,

    async remove(id) {
      await stop(id)
      const { base } = placesOf(id)
      await makeDeletable(base)
      await rm(base, { recursive: true, force: true })
    },

    connect(id) {
      // A socket's path has at most 107 bytes, so it is named by its folder's descriptor.
      const descriptor = openSync(placesOf(id).base, 'r')
      const socket = connect(`/proc/self/fd/${descriptor}/rfb.sock`)
      return socket.once('close', () => closeSync(descriptor))
    },

    watch(onExit) {
      watchers.add(onExit)
      return () => watchers.delete(onExit)
    },

    async clear() {
      const ids = await readdir(folder).catch(() => [])
      await Promise.all(
        ids.map(async id => {
          const file = join(folder, id, 'process.json')
          try {
            if (await endLeftover(file)) log.warn({ desktop: id }, 'ended a leftover')
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
            log.warn({ desktop: id, err: error }, 'what it left behind cannot be read: skipped')
          }
        }),
      )
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
