import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bounds, limited } from '../environments/process/limits.ts'

const run = promisify(execFile)

/** The folders that a session may write. */
export interface Places {
  home: string
  /** Working folder: the sockets of the session. */
  run: string
}

export interface Seen extends Places {
  /** Our session.sh and what belongs to it. */
  session: string
}

export interface Box {
  readonly confines: boolean
  /**
   * The places as the session sees them, and the command line that runs `command` there.
   *
   * @param memoryMb what all programs of the session may hold together
   */
  around(
    places: Places,
    memoryMb: number,
    command: (seen: Seen) => string[],
  ): { seen: Seen; command: string[] }
}

/** What lies in /tmp and /dev/shm is memory, too. */
const tmpBytes = String(512 * 2 ** 20)

/** As an environment's, with the room that a browser needs and time for as long as it lives. */
const boundsOf = (memoryMb: number, countsOwn: boolean): Bounds => ({
  ...{ seconds: null, openFiles: 4096, fileMb: 2048 },
  mappedMb: memoryMb + 1024,
  tasks: countsOwn ? 4096 : null,
})

const sessionFolder = join(import.meta.dirname, 'session')
const rootFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
/** Of this machine's /etc, what programs need to draw, to speak TLS and to find hosts. */
const shared = [
  ...['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'fonts', 'ssl', 'X11', 'xdg'],
  ...['ca-certificates', 'pki', 'chromium', 'chromium.d', 'firefox', 'firefox-esr', 'mime.types'],
  ...['localtime', 'timezone', 'resolv.conf', 'hosts', 'nsswitch.conf', 'gtk-3.0', 'terminfo'],
].map(name => `/etc/${name}`)
/** Without it, the first program of each new home looks at every font. */
const fontCache = '/var/cache/fontconfig'

/**
 * Own processes, own /tmp and so own display, own home; the rest of the machine read-only or not
 * there at all: no data folder, no other desktop. The network is the platform's, for a desktop
 * has to reach the environments and the web. User namespaces stay allowed, since browsers make
 * their own sandbox of them.
 */
export const bubblewrap: Box = {
  confines: true,
  around({ home, run }, memoryMb, command) {
    const seen = { home: '/home/player', run: '/run/desktop', session: '/opt/desktop' }
    return {
      seen,
      command: [
        'bwrap',
        ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
        ...['--unshare-cgroup-try', '--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
        ...['--uid', '1000', '--gid', '1000', '--hostname', 'flugzeug'],
        ...['--ro-bind', '/usr', '/usr', ...rootFolders.flatMap(asHere)],
        ...shared.flatMap(name => ['--ro-bind-try', name, name]),
        ...['--ro-bind-try', fontCache, fontCache],
        ...['--ro-bind', join(sessionFolder, 'passwd'), '/etc/passwd'],
        ...['--ro-bind', join(sessionFolder, 'group'), '/etc/group'],
        ...['--ro-bind', sessionFolder, seen.session],
        ...['--bind', home, seen.home, '--bind', run, seen.run],
        ...['--proc', '/proc', '--dev', '/dev'],
        ...['/dev/shm', '/tmp'].flatMap(at => ['--size', tmpBytes, '--tmpfs', at]),
        ...['--perms', '1777', '--dir', '/tmp/.X11-unix', '--dir', '/run/user/1000'],
        ...['--remount-ro', '/', '--chdir', seen.run, '--'],
        ...limited(command(seen), boundsOf(memoryMb, true)),
      ],
    }
  },
}

/** No box: the session runs as the platform's user, and sees what that user sees. */
export const unconfined: Box = {
  confines: false,
  around(places, memoryMb, command) {
    const seen = { ...places, session: sessionFolder }
    return { seen, command: limited(command(seen), boundsOf(memoryMb, false)) }
  },
}

/** The best box that works here, and why it is not bubblewrap where it is not. */
export async function chooseBox(): Promise<{ box: Box; reason: string | null }> {
  try {
    const { command } = bubblewrap.around({ home: tmpdir(), run: tmpdir() }, 1024, () => [
      '/bin/true',
    ])
    await run('bwrap', command.slice(1), { timeout: 10_000 })
    return { box: bubblewrap, reason: null }
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string }
    const reason = code === 'ENOENT' ? 'bwrap is not installed' : stderr?.trim() || message
    return { box: unconfined, reason }
  }
}

/** /bin and its like are links into /usr on most machines, folders on others. */
function asHere(folder: string): string[] {
  try {
    return ['--symlink', readlinkSync(folder), folder]
  } catch {
    return ['--ro-bind-try', folder, folder]
  }
}
