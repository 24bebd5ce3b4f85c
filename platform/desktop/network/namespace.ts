/**
 * How many namespaces of a kind the command may have at once. A browser makes a few for each of its processes. The kernel
 * takes 200 KB for a network, which belongs to no process.
 */
const maxNamespaces = 256
const kinds = 'net mnt ipc pid user uts cgroup time'

/**
 * The command line that runs a command in a network of its own, with the loopback interface up. The process
 * stays the same, so that its pid leads into the network.
 *
 * @param setup lines for `ip -batch`; the command cannot undo them
 */
export function inOwnNetwork(command: readonly string[], setup: readonly string[]): string[] {
  const script = [
    'ip link set lo up || exit 1',
    ...(setup.length > 0 ? [`ip -batch - <<'END' || exit 1`, ...setup, 'END'] : []),
    // If /proc is read-only, the desktop runs without these limits.
    `for kind in ${kinds}; do`,
    `  { echo ${maxNamespaces} >/proc/sys/user/max_"$kind"_namespaces; } 2>/dev/null`,
    'done',
    'exec "$@"',
  ].join('\n')
  const unshare = ['unshare', '--user', '--map-root-user', '--net', '--']
  return [...unshare, '/bin/sh', '-c', script, 'sh', ...command]
}

/** Runs a command in the network of a process, with all rights in it. */
export const inNetworkOf = (pid: number, command: readonly string[]): string[] => [
  ...['nsenter', '--target', `${pid}`, '--user', '--net', '--preserve-credentials', '--'],
  ...command,
]
