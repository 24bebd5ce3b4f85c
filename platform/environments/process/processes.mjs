/**
 * Measures and ends the processes of one sandbox. Limits by process are the kernel's (`ulimit`, see
 * limits.ts). Those for all processes together are kept here, and where the kernel gives control
 * groups (see control-groups.ts), it keeps them, too, at once and with all that cannot be counted.
 */
import { readdirSync } from 'node:fs'
import { memoryOf, segmentsMemory } from '../../runtime/memory.mjs'

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
  const used = memoryOf(pids, memoryMb) + segmentsMemory()
  return used > memoryMb ? `it used more than ${memoryMb} MB of memory` : null
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
