import { closeSync, openSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Box } from './box.ts'
import type { DesktopDriver } from './driver.ts'
import { makeDeletable } from './home.ts'
import { endLeftover } from './leftovers.ts'
import { launch, type Session } from './session.ts'
import { familiesOf, judge } from './warden.ts'

interface Options {
  /** Each desktop has a folder in it. */
  folder: string
  box: Box
  /** What all programs of a desktop that starts now may hold together. */
  memoryMb: () => number
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

/** Desktops as processes of this machine, with TigerVNC's Xvnc. None outlives the platform. */
export function createProcessDriver(options: Options): DesktopDriver {
  const { folder, box, log, startTimeoutMs = 20_000, graceMs = 2000 } = options
  const { memoryMb, measureEvery = 2000 } = options
  const sessions = new Map<string, Session & { memoryMb: number }>()
  const watchers = new Set<(id: string, reason: string | null) => void>()

  const placesOf = (id: string) => ({
    base: join(folder, id),
    home: join(folder, id, 'home'),
    run: join(folder, id, 'run'),
  })

  const tell = (id: string, reason: string | null) => {
    log.info({ desktop: id, reason }, 'a desktop ended by itself')
    for (const hear of watchers) hear(id, reason)
  }

  /** Without a box, what programs leave behind is nobody's child: then nothing is measured. */
  async function measure(): Promise<void> {
    if (!box.confines || sessions.size === 0) return
    const families = await familiesOf([...sessions.values()].map(({ pid = 0 }) => pid))
    for (const [id, session] of sessions) {
      const held = families.get(session.pid ?? 0) ?? []
      const verdict = judge(held, { memoryMb: session.memoryMb, processes })
      if (verdict === null) continue
      if ('kill' in verdict) {
        log.warn({ desktop: id }, 'a desktop takes too much memory: its largest program is ended')
        kill(verdict.kill)
      } else if (sessions.delete(id)) {
        await session.end(0)
        tell(id, verdict.end)
      }
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
      const { base, home, run } = placesOf(id)
      await mkdir(home, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      await rm(run, { recursive: true, force: true })
      await mkdir(run, { mode: 0o700 })
      const limit = AbortSignal.any([signal, AbortSignal.timeout(startTimeoutMs)])
      const memory = memoryMb()
      const session = await launch({ base, home, run, box, memoryMb: memory, signal: limit })
      sessions.set(id, { ...session, memoryMb: memory })
      void session.ended.then(reason => {
        if (sessions.delete(id)) tell(id, reason)
      })
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
