import pLimit, { type LimitFunction } from 'p-limit'
import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import type { ControlGroups } from '../../runtime/control-groups.ts'
import type { Excess } from '../../runtime/excess.ts'
import { createLocalImages } from '../clipboard/local-images.ts'
import type { DesktopDriver, DesktopSettings, OnExit } from '../driver.ts'
import { createLocalFiles } from '../files/local-files.ts'
import { createHomeQuota } from '../home/quota.ts'
import { groupLimits, maxFileMb } from '../limits.ts'
import { createForwardedPorts, type ForwardedPorts } from '../network/forwarded-ports.ts'
import { joinInternet } from '../network/internet.ts'
import { createLocalSound } from '../sound/local-sound.ts'
import { connectDisplay } from './connect-display.ts'
import { enforceLimits } from './enforce-limits.ts'
import { writeHosts } from './etc.ts'
import { createFolders } from './folders.ts'
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
  const folders = createFolders({ folder, log })
  const { placesOf } = folders
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
    const own = settings()
    const { base, home, run, etc } = await folders.prepare(id, { address, internet: own.internet })
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
        await folders.makeHome(id)
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
        await folders.remove(id)
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

    clear: folders.clear,
    close: endMeasuring,
  }
}
