import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../log-errors.ts'
import { bubblewrap, programs, type SandboxedCommand } from '../../runtime/bubblewrap.ts'
import { withKernelLimits } from '../../runtime/kernel-limits.ts'
import { rememberSuccess } from '../../runtime/remember-success.ts'
import { whyNotRun } from '../../runtime/try-run.ts'
import type { DesktopSettings } from '../driver.ts'
import { kernelLimits, tmpBytes } from '../limits.ts'
import { internetOnly } from '../network/internet.ts'
import { inOwnNetwork } from '../network/namespace.ts'
import { writeEtc } from './etc.ts'

/** The folders of a session, outside of the sandbox. */
export interface SessionFolders {
  home: string
  /** Working folder: the sockets of the session. */
  run: string
  /** Its own hosts and resolv.conf, read-only. */
  etc: string
  /** Files of challenges, read-only. Absent: there are none. */
  challenges?: string | undefined
}

/** The folders, as the session sees them. */
interface FoldersInside extends Omit<SessionFolders, 'etc' | 'challenges'> {
  /** The folder of session.sh. */
  session: string
}

export interface Sandbox {
  readonly confines: boolean
  /** @returns the command line that runs `command`, and the folders inside */
  around(
    folders: SessionFolders,
    settings: DesktopSettings,
    command: (seen: FoldersInside) => string[],
  ): SandboxedCommand & { seen: FoldersInside }
}

const sessionFolder = join(import.meta.dirname, '..', 'session')
/** Parts of this host's /etc that programs need for fonts, windows, TLS and host names. */
const shared = [
  ...['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'fonts', 'ssl', 'X11', 'xdg'],
  ...['ca-certificates', 'pki', 'chromium', 'chromium.d', 'firefox', 'firefox-esr', 'mime.types'],
  ...['localtime', 'timezone', 'gtk-3.0', 'terminfo'],
].map(name => `/etc/${name}`)
/** Without this cache, the first program in each new home scans every font. */
const fontCache = '/var/cache/fontconfig'

/**
 * The session has its own processes, its own /tmp (and so a display), and its own home. Of the host it sees
 * only programs, which it cannot change: no data folder, and no other desktop. Its network is its own, too,
 * and the platform opens ports in it from outside (see network/). User namespaces stay allowed, since
 * browsers build their own sandbox with them.
 */
export const sandboxed: Sandbox = {
  confines: true,
  around({ home, run, etc, challenges }, settings, command) {
    const seen = { home: '/home/player', run: '/run/desktop', session: '/opt/desktop' }
    const own = (from: string, names: string[]) =>
      names.flatMap(name => ['--ro-bind', join(from, name), `/etc/${name}`])
    const args = [
      ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
      ...['--unshare-cgroup-try', '--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
      ...['--uid', '1000', '--gid', '1000', '--hostname', 'flugzeug'],
      ...programs(),
      ...shared.flatMap(name => ['--ro-bind-try', name, name]),
      ...['--ro-bind-try', fontCache, fontCache],
      ...own(sessionFolder, ['passwd', 'group', 'nsswitch.conf']),
      ...own(etc, ['hosts', 'resolv.conf']),
      ...['--ro-bind', sessionFolder, seen.session],
      ...['--bind', home, seen.home, '--bind', run, seen.run],
      ...(challenges === undefined ? [] : ['--ro-bind-try', challenges, '/challenges']),
      ...['--proc', '/proc', '--dev', '/dev'],
      ...['/dev/shm', '/tmp'].flatMap(at => ['--size', String(tmpBytes), '--tmpfs', at]),
      ...['--perms', '1777', '--dir', '/tmp/.X11-unix', '--dir', '/run/user/1000'],
      ...['--remount-ro', '/', '--chdir', seen.run],
    ]
    const confinedCommand = withKernelLimits(
      command(seen),
      kernelLimits(settings, { isOwnUser: true }),
    )
    const inner = bubblewrap(args, confinedCommand, { segments: false })
    const setup = settings.internet ? internetOnly() : []
    return { ...inner, seen, command: inOwnNetwork(inner.command, setup) }
  },
}

/** No sandbox: the session runs as the platform's user, and sees what that user sees. */
export const unconfined: Sandbox = {
  confines: false,
  around({ home, run }, settings, command) {
    const seen = { home, run, session: sessionFolder }
    return {
      seen,
      command: withKernelLimits(command(seen), kernelLimits(settings, { isOwnUser: false })),
      inputs: [],
    }
  },
}

/** Why this host cannot isolate desktops, and why it cannot give them the internet; null: it can. */
interface Missing {
  sandbox: string | null
  internet: string | null
}

export const whyNotSandboxed = rememberSuccess(
  tryOut,
  ({ sandbox, internet }) => !sandbox && !internet,
)

/** @param within a folder that can be written, for a short time. If /tmp is full, desktops work all the same */
async function tryOut(within: string): Promise<Missing> {
  const folder = await mkdtemp(join(within, 'guidon-probe-'))
  const folders = { home: folder, run: folder, etc: folder }
  const attempt = async (internet: boolean): Promise<string | null> => {
    const settings = { memoryMb: 1024, homeMb: 1024, internet, sound: false }
    try {
      return await whyNotRun(sandboxed.around(folders, settings, () => ['/bin/true']))
    } catch (error) {
      return messageOf(error)
    }
  }
  const lacks = (program: string) => whyNotRun({ command: [program, '--version'], inputs: [] })
  try {
    await writeEtc(folder, { address: '127.0.0.1', internet: false })
    const [sandbox, enter, internet, pasta] = await Promise.all([
      attempt(false),
      lacks('nsenter'),
      attempt(true),
      lacks('pasta'),
    ])
    return { sandbox: sandbox ?? enter, internet: pasta ?? internet }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
