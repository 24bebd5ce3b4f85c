import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ControlGroup } from '../../runtime/control-groups.ts'
import { killGroup } from '../../runtime/process-table.ts'
import { startProcess } from '../../runtime/start-process.ts'
import { giveInputs } from '../../runtime/try-run.ts'
import { freeDisplay } from '../display/free-display.ts'
import type { DesktopSettings } from '../driver.ts'
import { saveLeader } from './leftovers.ts'
import type { Sandbox } from './sandbox.ts'

export interface Session {
  /** The parent process of all others in the session. */
  readonly pid: number | undefined
  /** What its programs last printed, or `none`. */
  output(): string
  /** Sends session.sh one of its messages. It is lost while the session reads none: its user may have stopped it. */
  tell(message: string): void
  /** Resolves when it has ended: with the reason, or null if its user ended it. */
  readonly ended: Promise<string | null>
  /** Ends it, by force after `graceMs`; resolves when it is over. */
  end(graceMs: number): Promise<void>
}

interface LaunchOptions {
  /** Private: the socket is moved into it. */
  base: string
  home: string
  /** Shared with the session. */
  run: string
  /** See `SessionFolders`. */
  etc: string
  challenges?: string | undefined
  sandbox: Sandbox
  settings: DesktopSettings
  group: ControlGroup | null
  signal: AbortSignal
}

/**
 * Starts a desktop and waits until its socket `rfb.sock` is in `base`.
 *
 * @throws an error with its last output if it ends before that, or if the signal aborts
 */
export async function launch(options: LaunchOptions): Promise<Session> {
  const { base, home, run, etc, challenges, sandbox, settings, group, signal } = options
  signal.throwIfAborted()
  await writeFile(join(run, 'Xauthority'), authority(), { mode: 0o600 })
  const { seen, command, inputs } = sandbox.around(
    { home, run, etc, challenges },
    settings,
    folders => ['/bin/sh', join(folders.session, 'session.sh')],
  )
  const [file = '', ...args] = group?.around(command) ?? command
  const child = startProcess(file, args, {
    cwd: sandbox.confines ? '/' : run,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', ...inputs.map(() => 'pipe' as const)],
    env: {
      // Otherwise PWD would name a folder of the host.
      PWD: sandbox.confines ? '/' : run,
      HOME: seen.home,
      SESSION: seen.session,
      GEOMETRY: '1280x800',
      LANG: 'C.UTF-8',
      NUMBER: `${await freeDisplay()}`,
      SOUND: settings.sound ? '1' : '0',
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/games',
      SHELL: '/bin/bash',
      USER: 'player',
      PS1: '\\[\\e[33m\\]flugzeug \\[\\e[36m\\]\\w\\[\\e[0m\\] $ ',
      XDG_RUNTIME_DIR: sandbox.confines ? '/run/user/1000' : run,
      NO_AT_BRIDGE: '1',
    },
  })
  giveInputs(child, inputs)
  const session = watch(child)
  try {
    if (child.pid) await saveLeader(join(base, 'process.json'), child.pid)
    const lost = session.ended.then(reason => {
      throw new Error(reason ?? 'the display ended at once')
    })
    const ready = takeSocket(run, base, signal).then(() => appears(join(run, 'ready'), signal))
    await Promise.race([ready, lost])
    return session
  } catch (error) {
    await session.end(0)
    throw signal.aborted ? new Error(`aborted; its output: ${session.output()}`) : error
  }
}

function watch(child: ChildProcess): Session {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  const output = () => said.trim() || 'none'
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<string | null>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => {
      if (child.pid) killGroup(child.pid, 'SIGKILL')
      resolve(code === 0 ? null : `${signal ?? `exit code ${code}`}: ${output()}`)
    })
  })
  return {
    pid: child.pid,
    output,
    tell(message) {
      if (!child.stdin?.writableNeedDrain) child.stdin?.write(`${message}\n`)
    },
    ended,
    async end(graceMs) {
      child.stdin?.end()
      const late = new AbortController()
      const isOver = ended.then(() => late.abort())
      await Promise.race([isOver, delay(graceMs, null, { signal: late.signal }).catch(() => null)])
      if (child.pid && child.exitCode === null && child.signalCode === null) {
        killGroup(child.pid, 'SIGKILL')
      }
      await ended
    },
  }
}

/**
 * Moves the display's socket to a folder that the session cannot write. A program of the session could put
 * a link to any socket of this host in its place. Such a link is refused.
 */
async function takeSocket(run: string, base: string, signal: AbortSignal): Promise<void> {
  const [from, to] = [join(run, 'rfb.sock'), join(base, 'rfb.sock')]
  // The server sets the socket's mode by its path. It writes its display's number after that.
  await appears(join(run, 'display'), signal, ({ size }) => size > 0)
  while (!(await isSocket(from))) await delay(20, null, { signal })
  await rename(from, to)
  if (await isSocket(to)) return
  await rm(to, { force: true })
  throw new Error('the session replaced the socket of its display')
}

async function appears(
  file: string,
  signal: AbortSignal,
  isDone: (found: Stats) => boolean = () => true,
): Promise<void> {
  for (;;) {
    const found = await lstat(file).catch(() => null)
    if (found && isDone(found)) return
    await delay(20, null, { signal })
  }
}

const isSocket = (path: string) =>
  lstat(path).then(
    found => found.isSocket(),
    () => false,
  )

/** An .Xauthority with one random MIT-MAGIC-COOKIE-1, for any display. */
function authority(): Buffer {
  const field = (content: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length)
    return Buffer.concat([length, content])
  }
  const wildcard = Buffer.from([0xff, 0xff])
  const fields = [
    Buffer.alloc(0),
    Buffer.alloc(0),
    Buffer.from('MIT-MAGIC-COOKIE-1'),
    randomBytes(16),
  ]
  return Buffer.concat([wildcard, ...fields.map(field)])
}
