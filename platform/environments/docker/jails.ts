/**
 * System calls that a container with jails may not make. It may make nearly all others, most of which need
 * capabilities that containers do not get.
 */
const refused = [
  ...['add_key', 'keyctl', 'request_key', 'bpf', 'perf_event_open', 'userfaultfd'],
  ...['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'open_by_handle_at'],
  ...['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module'],
  ...['lookup_dcookie', 'nfsservctl', 'quotactl', 'quotactl_fd', 'swapon', 'swapoff', 'acct'],
  ...['uselib', 'ustat', 'sysfs', 'vm86', 'vm86old', 'iopl', 'ioperm', 'reboot', 'syslog'],
  ...['settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex', 'stime'],
]
const profile = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [{ names: refused, action: 'SCMP_ACT_ERRNO' }],
}

/**
 * How a container is confined. With SYS_ADMIN it can build jails as nsjail does: with a root (pivot_root) and a /proc of
 * their own. Docker's usual profiles forbid both, whatever the capabilities are.
 */
export function confinement(capabilities: readonly string[]) {
  const usual = { SecurityOpt: ['no-new-privileges'] }
  if (!capabilities.includes('SYS_ADMIN')) return usual
  const freer = ['apparmor=unconfined', `seccomp=${JSON.stringify(profile)}`]
  return { SecurityOpt: [...usual.SecurityOpt, ...freer], MaskedPaths: [], ReadonlyPaths: [] }
}
