import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../error-code.ts'
import { messageOf } from '../log-errors.ts'

/** The limits of all processes of a group together. */
export interface GroupLimits {
  memoryMb: number
  /** Threads included; null: any number. */
  tasks: number | null
  /** In processors; may be a fraction. */
  processors: number
  /** Whether a lack of memory ends all processes, and not the largest only. */
  endsTogether: boolean
}

export interface ControlGroup {
  /** The command line that runs a command in the group. */
  around(command: readonly string[]): string[]
  /** Ends all its processes. The group itself is removed now, or when the next one is opened. Never throws. */
  close(): void
}

export interface ControlGroups {
  /** @param id a file name. An old group of that name is used again. */
  open(id: string, limits: GroupLimits): ControlGroup
}

const controllers = ['memory', 'pids', 'cpu']
/** A group cannot have both processes and groups with limits: the platform moves to this one. */
const platformGroup = 'platform'
const prefix = 'guidon-'

/**
 * Finds control groups of version 2, if this process may divide its own group (systemd: `Delegate=yes`).
 *
 * @param mount,own for tests: where they are mounted, and /proc/self/cgroup
 * @returns the groups, or the reason why there are none
 */
export function findControlGroups(
  mount = '/sys/fs/cgroup',
  own = read('/proc/self/cgroup'),
): ControlGroups | string {
  const path = /^0::(.*)$/m.exec(own)?.[1]
  const offered = words(read(join(mount, 'cgroup.controllers')))
  if (path === undefined || offered.length === 0) return 'this host has none of version 2'
  // The platform may not divide the group of a login session.
  if (path.endsWith('.scope')) return 'this process is not a service of its own'
  try {
    const base = basename(path) === platformGroup ? dirname(path) : path
    const folder = join(mount, base)
    const given = words(read(join(folder, 'cgroup.controllers')))
    const missing = controllers.filter(name => !given.includes(name))
    if (missing.length > 0) return `its group lacks ${missing.join(', ')}`
    divide(folder)
    const groups = within(folder)
    groups.open('probe', { memoryMb: 16, tasks: 16, processors: 1, endsTogether: true }).close()
    return groups
  } catch (error) {
    return messageOf(error)
  }
}

function divide(folder: string): void {
  const platform = join(folder, platformGroup)
  mkdirSync(platform, { recursive: true })
  for (const pid of words(read(join(folder, 'cgroup.procs'))))
    writeFileSync(join(platform, 'cgroup.procs'), pid)
  const enabled = controllers.map(name => `+${name}`).join(' ')
  writeFileSync(join(folder, 'cgroup.subtree_control'), enabled)
}

function within(base: string): ControlGroups {
  const closed = new Set<string>()

  /** A group can be removed only after its last process has ended. */
  function removeClosed(): void {
    for (const folder of closed) {
      try {
        rmdirSync(folder)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') continue
      }
      closed.delete(folder)
    }
  }

  return {
    open(id, { memoryMb, tasks, processors, endsTogether }) {
      removeClosed()
      const folder = join(base, `${prefix}${id}`)
      mkdirSync(folder, { recursive: true })
      const set = (file: string, value: string | number) =>
        writeFileSync(join(folder, file), String(value))
      set('memory.max', memoryMb * 2 ** 20)
      // A kernel without swap accounting has no such file.
      if (readdirSync(folder).includes('memory.swap.max')) set('memory.swap.max', 0)
      set('memory.oom.group', endsTogether ? 1 : 0)
      set('pids.max', tasks ?? 'max')
      set('cpu.max', `${Math.round(processors * 100_000)} 100000`)
      closed.delete(folder)
      return {
        around: command => {
          const enter = 'echo $$ >"$0" && exec "$@"'
          return ['/bin/sh', '-c', enter, join(folder, 'cgroup.procs'), ...command]
        },
        close() {
          try {
            if (readdirSync(folder).includes('cgroup.kill')) set('cgroup.kill', 1)
          } catch {
            // Somebody has removed it, which needs all its processes to have ended.
          }
          closed.add(folder)
          removeClosed()
        },
      }
    },
  }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
