import { readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { environmentBounds, limited } from './limits.ts'

/** How a relay and its service are confined. */
export interface Sandbox {
  readonly confines: boolean
  /** The PATH that a service gets. */
  readonly path: string
  /** The command line that runs the relay. */
  around(relay: string[]): string[]
  /** The command line by which the relay runs a service in its challenge's folder. */
  within(folder: string, command: string[], memoryMb: number): Promise<string[]>
}

const challengeFolder = '/challenge'
/** Where a service that asks for `node` finds the platform's own. */
const nodeFolder = '/opt/node/bin'
const path = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'

/** The user, the hosts and the resolver of the box; nothing of this machine's. */
const etc = join(import.meta.dirname, 'etc')
/** Of this machine's /etc, what programs need to load; nothing that tells about the machine. */
const shared = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d']
const rootFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
const tmpBytes = 64 * 2 ** 20

/** What a challenge's folder holds for the organiser, and a taken-over service must not give away. */
const hidden =
  /^(challenge\.ya?ml|ctfcli\.ya?ml|\.env.*|\.git|(solve[rs]?|solutions?|writeups?)(\..*)?)$/i

/**
 * Two boxes, one in the other. The outer one has its own network, in which only the loopback
 * interface is up; the relay lives in it. The inner one holds the service: its own processes, user,
 * root and host name, so that it sees neither the relay nor anything of this machine.
 */
export const bubblewrap: Sandbox = {
  confines: true,
  path: `${nodeFolder}:${path}`,
  around: relay => [
    'bwrap',
    ...['--unshare-user', '--unshare-net', '--unshare-pid', '--die-with-parent'],
    // As root, or with capabilities, the kernel and bubblewrap would forbid a box within this one.
    ...['--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
    ...['--dev-bind', '/', '/', '--proc', '/proc', '--'],
    ...relay,
  ],
  within: async (folder, command, memoryMb) => [
    'bwrap',
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--disable-userns', '--cap-drop', 'ALL', '--new-session'],
    ...['--uid', '1000', '--gid', '1000', '--hostname', 'environment', '--die-with-parent'],
    ...['--ro-bind', '/usr', '/usr', ...rootFolders.flatMap(asHere)],
    ...(await readdir(etc)).flatMap(name => ['--ro-bind', join(etc, name), `/etc/${name}`]),
    ...shared.flatMap(name => ['--ro-bind-try', name, name]),
    ...['--ro-bind', process.execPath, `${nodeFolder}/node`],
    ...['--ro-bind', folder, challengeFolder, ...(await hiding(folder))],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(2 ** 20), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(tmpBytes), '--tmpfs', '/tmp', '--remount-ro', '/'],
    ...['--chdir', challengeFolder, '--', ...limited(command, environmentBounds(memoryMb, true))],
  ],
}

/** No box at all: the service runs as the platform's user, and sees what that user sees. */
export const unconfined: Sandbox = {
  confines: false,
  path: `${dirname(process.execPath)}:${path}`,
  around: relay => relay,
  within: async (_folder, command, memoryMb) =>
    limited(command, environmentBounds(memoryMb, false)),
}

/** /bin and its like are links into /usr on most machines, folders on others. */
function asHere(folder: string): string[] {
  try {
    return ['--symlink', readlinkSync(folder), folder]
  } catch {
    return ['--ro-bind-try', folder, folder]
  }
}

async function hiding(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter(entry => hidden.test(entry.name))
    .map(entry => ({ at: `${challengeFolder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .flatMap(({ at, isFolder }) =>
      isFolder
        ? ['--size', '4096', '--tmpfs', at, '--remount-ro', at]
        : ['--ro-bind', '/dev/null', at],
    )
}
