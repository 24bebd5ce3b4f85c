import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import { codeOf } from '../../error-code.ts'
import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import type { ControlGroups } from '../../runtime/control-groups.ts'
import type { Excess } from '../../runtime/excess.ts'
import { createLocalImages } from '../clipboard/local-images.ts'
import type { DesktopDriver, DesktopSettings, OnExit } from '../driver.ts'
import { createLocalFiles } from '../files/local-files.ts'
import { deleteFolder } from '../home/delete-folder.ts'
import { createHomeQuota } from '../home/quota.ts'
import { groupLimits, maxFileMb } from '../limits.ts'
import { createForwardedPorts, type ForwardedPorts } from '../network/forwarded-ports.ts'
import { joinInternet } from '../network/internet.ts'
import { createLocalSound } from '../sound/local-sound.ts'
import { connectDisplay } from './connect-display.ts'
import { enforceLimits } from './enforce-limits.ts'
import { writeEtc, writeHosts } from './etc.ts'
import { endLeftover } from './leftovers.ts'
import type { Sandbox } from './sandbox.ts'
import { launch, type Session } from './session.ts'

interface DesktopDriverOptions {
  /** Each desktop has a folder in it. */
  folder: string
  sandbox: Sandbox
  /** For a desktop that starts now. */
  settings: () => DesktopSettings
  /** The host of environments as users see it: a name or an address. */
  address: string
  /** See `ProcessesOptions`. */
  groups?: ControlGroups | null
  /** See `SessionFolders`. The folder exists. */
  challenges?: string
  /** The programs that the page names. Default: none. */
  programs?: string[]
  log: Log
  /** How often the memory and the homes of desktops are measured, in milliseconds. Default 2000. */
  measureEveryMs?: number
  /** Milliseconds until a display must answer. Default 20000. */
  startTimeoutMs?: number
  /** Milliseconds that programs get to end by themselves. Default 2000. */
  graceMs?: number
}

interface Running extends Session {
  settings: DesktopSettings
  /** Null: it is in the host's network. */
  ports: ForwardedPorts | null
  /** The host names of environments that it can look up. */
  names: string
}

/** Desktops as processes of this host, with TigerVNC's Xvnc. None outlives the platform. */
export function createProcessDriver(options: DesktopDriverOptions): DesktopDriver {
  const { folder, sandbox, log, startTimeoutMs = 20_000, graceMs = 2000 } = options
  const { settings, address, measureEveryMs = 2000 } = options
  const sessions = new Map<string, Running>()
  const quota = createHomeQuota({ folder, log })
  const exitListeners = new Set<OnExit>()
  const turns = new Map<string, LimitFunction>()

  /** Runs the tasks of one desktop one after the other, because a desktop may be stopped while it starts. */
  function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = turns.get(id) ?? pLimit(1)
    turns.set(id, turn)
    return turn(work).finally(() => {
      if (turn.activeCount + turn.pendingCount === 0) turns.delete(id)
    })
  }

  const placesOf = (id: string) => ({
    base: join(folder, id),
    home: join(folder, id, 'home'),
    run: join(folder, id, 'run'),
    etc: join(folder, id, 'etc'),
    uploads: join(folder, id, 'uploads'),
  })

  const notify: OnExit = (id, reason, code) => {
    log.info({ desktop: id, reason }, 'a desktop ended by itself')
    for (const listener of exitListeners) listener(id, reason, code)
  }

  /** Ends a desktop that exceeds a limit. */
  async function endExceeding(id: string, reason: string, code: Excess): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.end(0)
    notify(id, reason, code)
  }
  // Programs are found by their parents. Without a sandbox, a program whose parent has ended cannot be found.
  const endMeasuring = sandbox.confines
    ? enforceLimits({
        sessions,
        homeOf: id => placesOf(id).home,
        quota,
        end: endExceeding,
        everyMs: measureEveryMs,
        log,
      })
    : () => {}

  async function stop(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.end(graceMs)
  }

  async function start(id: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { base, home, run, etc, uploads } = placesOf(id)
    const own = settings()
    await mkdir(home, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    for (const fresh of [run, uploads]) {
      await rm(fresh, { recursive: true, force: true })
      await mkdir(fresh, { mode: 0o700 })
    }
    await writeEtc(etc, { address, internet: own.internet })
    const timeout = AbortSignal.timeout(startTimeoutMs)
    const limit = AbortSignal.any([signal, timeout])
    const group = options.groups?.open(`desktop-${id}`, groupLimits(own)) ?? null
    const session = await launch({
      base,
      home,
      run,
      etc,
      challenges: options.challenges,
      sandbox,
      group,
      settings: own,
      signal: limit,
    }).catch(error => {
      group?.close()
      if (!timeout.aborted) throw error
      // The abort itself explains nothing. The message has what the desktop last printed.
      throw new Error(`it did not start within ${startTimeoutMs} ms: ${messageOf(error)}`)
    })
    const { pid, ended } = session
    const ports = sandbox.confines && pid ? createForwardedPorts(pid, log) : null
    quota.forget(id)
    sessions.set(id, { ...session, settings: own, ports, names: '' })
    const leaveInternet = ports && pid && own.internet ? joinInternet(pid, log) : null
    void ended.then(reason => {
      group?.close()
      ports?.close()
      leaveInternet?.()
      if (sessions.delete(id)) notify(id, reason)
    })
  }

  return {
    name: 'process',
    programs: () => options.programs ?? [],

    provision: id =>
      inTurn(id, async () => {
        await mkdir(placesOf(id).home, { recursive: true, mode: 0o700 })
      }),

    start: (id, signal) => inTurn(id, () => start(id, signal)),

    async setScale(id, percent) {
      sessions.get(id)?.tell(`scale ${percent}`)
    },

    async forwardPorts(id, ports) {
      const session = sessions.get(id)
      if (!session?.ports) return
      const named = ports.filter(one => one.isNamed).map(({ ip }) => ip)
      const names = named.join(' ')
      if (names !== session.names) await writeHosts(placesOf(id).etc, [address, ...named])
      session.names = names
      await session.ports.set(ports)
    },

    stop: id => inTurn(id, () => stop(id)),

    remove: id =>
      inTurn(id, async () => {
        await stop(id)
        const { base } = placesOf(id)
        const gone = base + removed
        await deleteFolder(gone)
        await rename(base, gone).catch(error => {
          if (error.code !== 'ENOENT') throw error
        })
        await deleteFolder(gone)
      }),

    connect: id => connectDisplay(placesOf(id).base),

    filesOf(id) {
      const { homeMb } = sessions.get(id)?.settings ?? settings()
      return createLocalFiles({ ...placesOf(id), homeMb, fileMb: maxFileMb({ homeMb }) })
    },

    imagesOf: id =>
      createLocalImages({
        ...placesOf(id),
        tell: message => sessions.get(id)?.tell(message),
      }),

    soundOf(id) {
      const session = sessions.get(id)
      return session?.settings.sound
        ? createLocalSound({ ...placesOf(id), tell: session.tell })
        : null
    },

    watch(onExit) {
      exitListeners.add(onExit)
      return () => exitListeners.delete(onExit)
    },

    async clear() {
      const ids = await readdir(folder).catch(() => [])
      await Promise.all(
        ids.map(async id => {
          if (id.endsWith(removed)) return deleteFolder(join(folder, id))
          const file = join(folder, id, 'process.json')
          try {
            if (await endLeftover(file)) log.warn({ desktop: id }, 'ended a leftover')
          } catch (error) {
            if (codeOf(error) === 'ENOENT') return
            log.warn({ desktop: id, err: error }, 'its leftover cannot be read: skipped')
          }
        }),
      )
    },

    close: endMeasuring,
  }
}

/**
 * What the name of a folder ends with while it is deleted. If the platform is killed meanwhile, nobody finds a half of the
 * home.
 */
const removed = '.removed'
