import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { organiserFiles } from '../../event/organiser-files.ts'
import { bubblewrap, programs, type SandboxedCommand } from '../../runtime/bubblewrap.ts'
import { withKernelLimits } from '../../runtime/kernel-limits.ts'
import { tmpMb } from '../spec.ts'
import { kernelLimits, type ProcessLimits } from './limits.ts'

/** Runs a relay and its service. */
export interface Sandbox {
  readonly confines: boolean
  /** The PATH that a service gets. */
  readonly path: string
  /** The command line that runs the relay. */
  around(relay: string[]): string[]
  /** The command line that runs a service in its challenge's folder. */
  within(folder: string, command: string[], limits: ProcessLimits): Promise<SandboxedCommand>
}

const challengeFolder = '/challenge'
/** The folder with the platform's own `node`. */
const nodeFolder = '/opt/node/bin'
const path = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'

/** The users, hosts and resolver of the sandbox. */
const etc = join(import.meta.dirname, 'etc')
/** The parts of this host's /etc that programs need to start, without what describes the host. */
const shared = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d']

/**
 * Two sandboxes, one in the other. The relay runs in the outer one, which has a network with a loopback interface only.
 * The service runs in the inner one, which has its own processes, user, root and host name. It sees neither the relay
 * nor this host.
 */
export const sandboxed: Sandbox = {
  confines: true,
  path: `${nodeFolder}:${path}`,
  around: relay => [
    'bwrap',
    // The service shares its System V segments with the relay, which measures them.
    ...['--unshare-user', '--unshare-net', '--unshare-pid', '--unshare-ipc', '--die-with-parent'],
    // As root, or with capabilities, the kernel and bubblewrap would forbid the inner sandbox.
    ...['--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
    ...['--dev-bind', '/', '/', '--proc', '/proc', '--'],
    ...relay,
  ],
  within: async (folder, command, limits) => {
    const args = [
      ...['--unshare-user', '--unshare-pid', '--unshare-uts'],
      ...['--unshare-cgroup-try', '--disable-userns', '--cap-drop', 'ALL', '--new-session'],
      ...['--uid', '1000', '--gid', '1000', '--hostname', 'environment', '--die-with-parent'],
      ...programs(),
      ...(await readdir(etc)).flatMap(name => ['--ro-bind', join(etc, name), `/etc/${name}`]),
      ...shared.flatMap(name => ['--ro-bind-try', name, name]),
      ...['--ro-bind', process.execPath, `${nodeFolder}/node`],
      ...['--ro-bind', folder, challengeFolder, ...(await hiding(folder))],
      ...['--proc', '/proc', '--dev', '/dev'],
      ...['--size', String(2 ** 20), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
      ...['--size', String(tmpMb(limits) * 2 ** 20), '--tmpfs', '/tmp', '--remount-ro', '/'],
      ...['--chdir', challengeFolder],
    ]
    const confinedCommand = withKernelLimits(command, kernelLimits(limits, { isOwnUser: true }))
    return bubblewrap(args, confinedCommand, { segments: true })
  },
}

/** No sandbox: the service runs as the platform's user, and sees what that user sees. */
export const unconfined: Sandbox = {
  confines: false,
  path: `${dirname(process.execPath)}:${path}`,
  around: relay => relay,
  within: async (_folder, command, limits) => ({
    command: withKernelLimits(command, kernelLimits(limits, { isOwnUser: false })),
    inputs: [],
  }),
}

/** Puts empty files and folders in the place of the organiser's. */
async function hiding(folder: string): Promise<string[]> {
  return (await organiserFiles(folder)).flatMap(({ path, isFolder }) => {
    const at = join(challengeFolder, path)
    return isFolder
      ? ['--size', '4096', '--tmpfs', at, '--remount-ro', at]
      : ['--ro-bind', '/dev/null', at]
  })
}
