import type { GroupLimits } from '../../runtime/control-groups.ts'
import type { KernelLimits } from '../../runtime/kernel-limits.ts'

/** How many processes one environment may run; the relay counts them. */
export const maxProcesses = 256

/**
 * 1 h of processor time, 1024 open files, 64 MB a file.
 *
 * Memory has two limits. The one here limits what a process may map. It stops a single huge allocation at
 * once, and leaves room for what runtimes reserve and never touch (Node: 570 MB). The relay has the other
 * limit: it adds up what all processes use (see processes.mjs).
 *
 * The kernel's limit of tasks is higher than the relay's, so that the relay sees an environment that
 * exceeds it, and can say so.
 *
 * @param isOwnUser whether the environment has a user namespace. Without one, the kernel counts all
 *   processes of the user. Then their number is not limited here
 */
export const kernelLimits = (memoryMb: number, isOwnUser: boolean): KernelLimits => ({
  ...{ seconds: 3600, openFiles: 1024, fileMb: 64 },
  mappedMb: memoryMb + 1024,
  tasks: isOwnUser ? maxProcesses + 64 : null,
})

/** The limits of an environment's control group, if the kernel gives one. */
export const groupLimits = (memoryMb: number): GroupLimits => ({
  ...{ memoryMb, tasks: maxProcesses + 64, processors: 1, endsTogether: true },
})
