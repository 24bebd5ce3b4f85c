import { readlinkSync } from 'node:fs'
import { systemCallFilter } from './system-calls.ts'

/** A command line, and what it reads from the descriptors that follow the usual three. */
export interface SandboxedCommand {
  command: string[]
  inputs: Buffer[]
}

/**
 * Runs a command in bubblewrap. The arguments go in by a descriptor, not by the command line, which
 * everybody in the box can read: they tell where things lie on this machine.
 *
 * @param segments whether the box may have shared memory segments of System V
 */
export function bubblewrap(args: string[], command: string[], segments: boolean): SandboxedCommand {
  const filter = systemCallFilter(segments)
  return {
    command: ['bwrap', '--args', '3', ...(filter ? ['--seccomp', '4'] : []), '--', ...command],
    inputs: [Buffer.from(`${args.join('\0')}\0`), ...(filter ? [filter] : [])],
  }
}

const rootFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

/** This machine's programs. /bin and its like are links into /usr on most, folders on others. */
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
