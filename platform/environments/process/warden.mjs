/**
 * Measures and ends the processes of one sandbox. Limits by process are the kernel's (`ulimit`, see
 * sandbox.ts); those for all processes together are held here, for control groups need root.
 */
import { readdirSync, readFileSync } from 'node:fs'

/**
 * The processes of the service, as the relay sees them in the sandbox around both: all but the
 * relay, the first process, and `bwrap`, the inner sandbox's keeper.
 */
export function processesOf(bwrap) {
  const own = new Set([1, process.pid, bwrap])
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return all.map(Number).filter(pid => !own.has(pid))
}

/** Why these processes are too much, or null. */
export function overLimit(pids, { memoryMb, processes }) {
  if (pids.length > processes) return `it ran more than ${processes} processes`
  const used = pids.reduce((sum, pid) => sum + memoryOf(pid), 0) / 1024
  return used > memoryMb ? `it used more than ${memoryMb} MB of memory` : null
}

/** What a process holds for itself, in KiB; 0 when it has ended meanwhile. */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [anonymous] = /(?<=^RssAnon:\s+)\d+/m.exec(status) ?? ['0']
    return Number(anonymous)
  } catch {
    return 0
  }
}

/** Sends a signal to every process of the service. SIGKILL on the sandbox's keeper leaves none. */
export function endAll(signal, pid, sandboxed) {
  if (!pid) return
  const targets = !sandboxed ? [-pid] : signal === 'SIGKILL' ? [pid] : processesOf(pid)
  for (const target of targets) {
    try {
      process.kill(target, signal)
    } catch {
      // It has ended by itself.
    }
  }
}
