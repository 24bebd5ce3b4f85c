/**
 * Measures and ends the processes of one sandbox. The kernel limits each process (`ulimit`, see
 * runtime/kernel-limits.ts). The limits of all processes together are checked here. If there are control
 * groups (runtime/control-groups.ts), the kernel checks these limits, too, at once and without gaps.
 */
import { readdirSync } from 'node:fs'
import { filesMemory, memoryOf, segmentsMemory, socketsMemory } from '../../runtime/memory.mjs'

/**
 * The processes of the service: all that the relay sees in the outer sandbox but itself, the first
 * process, and `bwrap`, which runs the inner sandbox.
 */
export function processesOf(bwrap) {
  const own = new Set([1, process.pid, bwrap])
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return all.map(Number).filter(pid => !own.has(pid))
}

/** @returns the limit that these processes exceed, with the reason for the organiser; else null */
export function overLimit(pids, { memoryMb, processes }) {
  if (pids.length > processes)
    return { excess: 'processes', reason: `it ran more than ${processes} processes` }
  const used = memoryOf(pids, memoryMb) + segmentsMemory() + filesMemory(pids)
  if (used > memoryMb)
    return { excess: 'memory', reason: `it used more than ${memoryMb} MB of memory` }
  if (socketsMemory(pids) > memoryMb)
    return { excess: 'memory', reason: `more than ${memoryMb} MB waited in its connections` }
  return null
}

/** Sends a signal to every process of the service. SIGKILL to `bwrap` ends all of them. */
export function endAll(signal, pid, sandboxed) {
  if (!pid) return
  const targets = !sandboxed ? [-pid] : signal === 'SIGKILL' ? [pid] : processesOf(pid)
  for (const target of targets) {
    try {
      process.kill(target, signal)
    } catch {
      // It has ended.
    }
  }
}
