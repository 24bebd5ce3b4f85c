import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BoxedCommand, bubblewrap, programs } from '../runtime/bubblewrap.ts'
import { type Bounds, limited } from '../runtime/kernel-limits.ts'
import { whyNotRun } from '../runtime/try-run.ts'
import { writeEtc } from './etc.ts'
import { internetOnly } from './network/internet.ts'
import { inOwnNetwork } from './network/namespace.ts'

/** The folders that a session may write. */
export interface Places {
  home: string
  /** Working folder: the sockets of the session. */
  run: string
  /** Its own hosts and resolv.conf, which it reads only. */
  etc: string
}

export interface BoxLimits {
  /** What all programs of the session may use together. */
  memoryMb: number
  /** Of its home; no file of it is larger. */
  homeMb: number
  /** Whether it may reach the internet, once it is joined to it. */
  internet: boolean
}

export interface Seen extends Omit<Places, 'etc'> {
  /** Our session.sh and what belongs to it. */
  session: string
}

export interface Box {
  readonly confines: boolean
  /**
   * The places as the session sees them, and the command line that runs `command` there.
   */
  around(
    places: Places,
    limits: BoxLimits,
    command: (seen: Seen) => string[],
  ): BoxedCommand & { seen: Seen }
}

/** What lies in /tmp and /dev/shm is memory, too. */
const tmpBytes = String(512 * 2 ** 20)

/** As an environment's, with the room that a browser needs and time for as long as it lives. */
const boundsOf = ({ memoryMb, homeMb }: BoxLimits, countsOwn: boolean): Bounds => ({
  ...{ seconds: null, openFiles: 4096, fileMb: Math.min(2048, homeMb) },
  mappedMb: memoryMb + 1024,
  tasks: countsOwn ? 4096 : null,
})

const sessionFolder = join(import.meta.dirname, 'session')
/** Of this machine's /etc, what programs need to draw, to speak TLS and to find hosts. */
const shared = [
  ...['alternatives', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'fonts', 'ssl', 'X11', 'xdg'],
  ...['ca-certificates', 'pki', 'chromium', 'chromium.d', 'firefox', 'firefox-esr', 'mime.types'],
  ...['localtime', 'timezone', 'gtk-3.0', 'terminfo'],
].map(name => `/etc/${name}`)
/** Without it, the first program of each new home looks at every font. */
const fontCache = '/var/cache/fontconfig'

/**
 * Own processes, own /tmp and so own display, own home; the rest of the machine read-only or not
 * there at all: no data folder, no other desktop. The network is its own, too: what leads out of it
 * is made from outside (see network/). User namespaces stay allowed, since browsers make their own
 * sandbox of them.
 */
export const boxed: Box = {
  confines: true,
  around({ home, run, etc }, limits, command) {
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
      ...['--proc', '/proc', '--dev', '/dev'],
      ...['/dev/shm', '/tmp'].flatMap(at => ['--size', tmpBytes, '--tmpfs', at]),
      ...['--perms', '1777', '--dir', '/tmp/.X11-unix', '--dir', '/run/user/1000'],
      ...['--remount-ro', '/', '--chdir', seen.run],
    ]
    const inner = bubblewrap(args, limited(command(seen), boundsOf(limits, true)), false)
    const setup = limits.internet ? internetOnly() : []
    return { ...inner, seen, command: inOwnNetwork(inner.command, setup) }
  },
}

/** No box: the session runs as the platform's user, and sees what that user sees. */
export const unconfined: Box = {
  confines: false,
  around({ home, run }, limits, command) {
    const seen = { home, run, session: sessionFolder }
    return { seen, command: limited(command(seen), boundsOf(limits, false)), inputs: [] }
  },
}

/** Why this machine cannot isolate desktops, and why it cannot let them into the internet; or null. */
export async function whyNotBoxed(): Promise<{ box: string | null; internet: string | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-probe-'))
  const places = { home: folder, run: folder, etc: folder }
  const attempt = async (internet: boolean): Promise<string | null> => {
    const limits = { memoryMb: 1024, homeMb: 1024, internet }
    try {
      return await whyNotRun(boxed.around(places, limits, () => ['/bin/true']))
    } catch (error) {
      return (error as Error).message
    }
  }
  const lacks = (program: string) => whyNotRun({ command: [program, '--version'], inputs: [] })
  try {
    await writeEtc(folder, '127.0.0.1', false)
    const [box, enter, internet, pasta] = await Promise.all([
      ...[attempt(false), lacks('nsenter'), attempt(true), lacks('pasta')],
    ])
    return { box: box ?? enter ?? null, internet: pasta ?? internet ?? null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
