import type { DesktopDefinition } from '../event/model.ts'
import type { GroupLimits } from '../runtime/control-groups.ts'
import type { Excess } from '../runtime/excess.ts'
import type { KernelLimits } from '../runtime/kernel-limits.ts'
import { filesMemory, memoryOf, socketsMemory } from '../runtime/memory.mjs'

/** What the event says of the limits of one desktop. */
export type DesktopLimits = Pick<DesktopDefinition, 'memoryMb' | 'homeMb'>

/** The most processes of one desktop. Docker counts their threads, too. */
export const maxProcesses = 512
/** Threads included. The kernel allows more than the platform, so that the platform can say why a desktop ended. */
const maxTasks = 4096
export const processors = 2
/** Of /tmp, and of /dev/shm. They use memory, too. */
export const tmpBytes = 512 * 2 ** 20

/** The largest size of one file. */
export const maxFileMb = ({ homeMb }: Pick<DesktopLimits, 'homeMb'>): number =>
  Math.min(2048, homeMb)

/**
 * What the kernel limits for a desktop of processes. A browser needs more than an environment, and the time of a
 * desktop has no limit. In a container, keeper.sh limits open files and the size of a file.
 *
 * @param isOwnUser see the limits of environments
 */
export const kernelLimits = (
  limits: DesktopLimits,
  { isOwnUser }: { isOwnUser: boolean },
): KernelLimits => ({
  seconds: null,
  openFiles: 4096,
  fileMb: maxFileMb(limits),
  mappedMb: limits.memoryMb + 1024,
  tasks: isOwnUser ? maxTasks : null,
})

/** A lack of memory ends only the largest program of a desktop, so that its user can go on. */
export const groupLimits = ({ memoryMb }: Pick<DesktopLimits, 'memoryMb'>): GroupLimits => ({
  memoryMb,
  tasks: maxTasks,
  processors,
  endsTogether: false,
})

/** What to end: the whole desktop, with the reason, or one program. Null: nothing. */
export type LimitAction = { end: string; code: Excess } | { kill: number } | null

/**
 * Ends a desktop with too many processes, too many files in memory, or too much that waits in its connections. If its
 * processes use too much memory, ends the largest, as the kernel does. If they use more than twice its memory, ends the
 * desktop. Its home is measured by `home/quota.ts`.
 */
export function checkLimits(
  pids: readonly number[],
  { memoryMb }: Pick<DesktopLimits, 'memoryMb'>,
): LimitAction {
  if (pids.length > maxProcesses) {
    return { end: `it ran more than ${maxProcesses} processes`, code: 'processes' }
  }
  // No end of a program would free it, or nobody knows of which.
  const sharedMb = memoryMb / 4
  if (filesMemory(pids) > sharedMb) {
    return { end: `its files in /tmp took more than ${sharedMb} MB of memory`, code: 'memory' }
  }
  if (socketsMemory(pids) > sharedMb) {
    return { end: `more than ${sharedMb} MB waited in its connections`, code: 'memory' }
  }
  const used = memoryOf(pids, memoryMb)
  if (used > 2 * memoryMb) {
    return { end: `it used more than twice its ${memoryMb} MB of memory`, code: 'memory' }
  }
  if (used <= memoryMb) return null
  const sizes = pids.map(pid => ({ pid, mb: memoryOf([pid], 0) }))
  return { kill: sizes.reduce((most, one) => (one.mb > most.mb ? one : most)).pid }
}
