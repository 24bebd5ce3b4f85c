/** All processes of one environment together; held by the warden. */
export const processes = 256

/** The kernel's own bound lies above, so that the warden sees an environment that passes its limit. */
const hardProcesses = processes + 64

/**
 * The command under the kernel's limits for each of its processes: 1 h of processor time, 1024 open
 * files, 64 MB a written file, no core dumps.
 *
 * Memory is limited twice: here by what a process may map, which stops a single huge allocation at
 * once, with room for what runtimes reserve and never touch (Node: 570 MB); and by the warden (see
 * warden.mjs), which adds up what all processes really hold.
 *
 * A shell that does not know one of the limits, or has a lower one already, goes on without it.
 *
 * @param countsOwn whether the kernel counts the environment's processes apart from all others of
 *   the user, as it does in a user namespace; else their number is not limited
 */
export function limited(command: string[], memoryMb: number, countsOwn: boolean): string[] {
  const mappedKb = (memoryMb + 1024) * 1024
  const script = [
    'limit() { (ulimit "$1" "$2") 2>/dev/null && ulimit "$1" "$2"; }',
    'limit -t 3600; limit -n 1024; limit -f 131072; limit -c 0',
    `limit -d ${mappedKb}`,
    // dash says -p, bash -u.
    countsOwn ? `limit -u ${hardProcesses} || limit -p ${hardProcesses}` : ':',
    'exec "$@"',
  ].join('\n')
  return ['/bin/sh', '-c', script, 'sh', ...command]
}
