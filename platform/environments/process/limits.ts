import type { EnvironmentDefinition } from '../../event/model.ts'
import type { GroupLimits } from '../../runtime/control-groups.ts'
import type { KernelLimits } from '../../runtime/kernel-limits.ts'
import { hostMemoryMb, tmpMb } from '../spec.ts'

/** What a challenge may say of the limits of its processes. */
export type ProcessLimits = Pick<EnvironmentDefinition, 'memoryMb' | 'diskMb'>

/** How many processes one environment may run; the relay counts them. */
export const maxProcesses = 256

/**
 * What the kernel limits for each process of an environment.
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
export const kernelLimits = (
  { memoryMb, diskMb }: ProcessLimits,
  { isOwnUser }: { isOwnUser: boolean },
): KernelLimits => ({
  seconds: 3600,
  openFiles: 1024,
  fileMb: tmpMb({ diskMb }),
  mappedMb: memoryMb + 1024,
  tasks: isOwnUser ? maxProcesses + 64 : null,
})

/** The limits of an environment's control group, if the kernel gives one. */
export const groupLimits = (definition: EnvironmentDefinition): GroupLimits => ({
  memoryMb: hostMemoryMb(definition),
  tasks: maxProcesses + 64,
  endsTogether: true,
  processors: definition.cpus ?? 1,
})
