/** What the kernel limits for each process. */
export interface KernelLimits {
  /** Processor time; null: any. */
  seconds: number | null
  openFiles: number
  /** The size of one file. */
  fileMb: number
  /** Memory that a process may map, whether it touches it or not. */
  mappedMb: number
  /** Tasks of the whole sandbox, threads included; null: the kernel would count the user's others. */
  tasks: number | null
}

/**
 * The command line that runs a command under the kernel's limits and without core dumps. A limit
 * is left out where the shell does not know it, or already has a lower one.
 */
export function withKernelLimits(command: string[], limits: KernelLimits): string[] {
  const { seconds, openFiles, fileMb, mappedMb, tasks } = limits
  const script = [
    'limit() { (ulimit "$1" "$2") 2>/dev/null && ulimit "$1" "$2"; }',
    // If the host runs out of memory, the kernel ends these before the platform.
    'echo 800 2>/dev/null >/proc/self/oom_score_adj',
    `limit -c 0; limit -n ${openFiles}; limit -f ${fileMb * 2048}; limit -d ${mappedMb * 1024}`,
    seconds === null ? ':' : `limit -t ${seconds}`,
    // dash calls it -p, bash -u.
    tasks === null ? ':' : `limit -u ${tasks} || limit -p ${tasks}`,
    'exec "$@"',
  ].join('\n')
  return ['/bin/sh', '-c', script, 'sh', ...command]
}
