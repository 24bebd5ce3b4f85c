import { readlinkSync } from 'node:fs'
import { systemCallFilter } from './system-calls.ts'

/** A command line, and what it reads from descriptor 3 on. */
export interface SandboxedCommand {
  command: string[]
  inputs: Buffer[]
}

/**
 * The command line that runs a command in bubblewrap. Its arguments are read from a descriptor: they
 * contain paths of this host, and processes in the sandbox can read the command line.
 *
 * @param segments whether shared memory segments of System V are allowed
 */
export function bubblewrap(
  args: string[],
  command: string[],
  { segments }: { segments: boolean },
): SandboxedCommand {
  const filter = systemCallFilter(segments)
  return {
    command: ['bwrap', '--args', '3', ...(filter ? ['--seccomp', '4'] : []), '--', ...command],
    inputs: [Buffer.from(`${args.join('\0')}\0`), ...(filter ? [filter] : [])],
  }
}

const rootFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** This host's programs. On most hosts /bin is a link into /usr, on others a folder. */
export const programs = (): string[] => [
  ...['--ro-bind', '/usr', '/usr'],
  ...rootFolders.flatMap(folder => {
    try {
      return ['--symlink', readlinkSync(folder), folder]
    } catch {
      return ['--ro-bind-try', folder, folder]
    }
  }),
]
