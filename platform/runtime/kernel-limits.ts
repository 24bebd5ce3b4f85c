import type { GroupLimits } from './control-groups.ts'

/** All processes of one environment together; kept by the relay. */
export const processes = 256

/** What the kernel holds each process of a box to. */
export interface Bounds {
  /** Of processor time; null: any. */
  seconds: number | null
  openFiles: number
  /** Of one written file. */
  fileMb: number
  /** Of memory that it may map, whether it touches it or not. */
  mappedMb: number
  /** Of the whole box, threads included; null: the kernel would count others of the user too. */
  tasks: number | null
}

/**
 * 1 h of processor time, 1024 open files, 64 MB a written file.
 *
 * Memory is limited twice: here by what a process may map, which stops a single huge allocation at
 * once, with room for what runtimes reserve and never touch (Node: 570 MB); and by the relay (see
 * processes.mjs), which adds up what all processes really use.
 *
 * The kernel's bound of processes lies above the relay's, so that it sees an environment that
 * passes its limit.
 *
 * @param countsOwn whether the kernel counts the environment's processes apart from all others of
 *   the user, as it does in a user namespace; else their number is not limited
 */
export const environmentBounds = (memoryMb: number, countsOwn: boolean): Bounds => ({
  ...{ seconds: 3600, openFiles: 1024, fileMb: 64 },
  mappedMb: memoryMb + 1024,
  tasks: countsOwn ? processes + 64 : null,
})

/** Of an environment's control group, where the kernel gives one. */
export const environmentLimits = (memoryMb: number): GroupLimits => ({
  ...{ memoryMb, tasks: processes + 64, processors: 1, endsTogether: true },
})

/**
 * The command under the kernel's limits for each of its processes, and without core dumps. A shell
 * that does not know one of the limits, or has a lower one already, goes on without it.
 */
export function limited(command: string[], bounds: Bounds): string[] {
  const { seconds, openFiles, fileMb, mappedMb, tasks } = bounds
  const script = [
    'limit() { (ulimit "$1" "$2") 2>/dev/null && ulimit "$1" "$2"; }',
    // On a machine that runs out of memory, these go before the platform.
    'echo 800 2>/dev/null >/proc/self/oom_score_adj',
    `limit -c 0; limit -n ${openFiles}; limit -f ${fileMb * 2048}; limit -d ${mappedMb * 1024}`,
    seconds === null ? ':' : `limit -t ${seconds}`,
    // dash says -p, bash -u.
    tasks === null ? ':' : `limit -u ${tasks} || limit -p ${tasks}`,
    'exec "$@"',
  ].join('\n')
  return ['/bin/sh', '-c', script, 'sh', ...command]
}
