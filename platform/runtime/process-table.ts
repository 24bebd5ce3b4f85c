import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'

/** How many processes are read before other events are handled. */
const atOnce = 100

/** @returns all processes below each of the given ones */
export async function descendantsOf(ancestors: readonly number[]): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>()
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  for (const [at, pid] of pids.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate()
    const parent = parentOf(pid)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(pid)])
  }
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap(child => [child, ...below(child)])
  return new Map(ancestors.map(pid => [pid, below(pid)]))
}

/**
 * When the kernel started a process, in clock ticks since boot. A pid is used again; the pair of pid
 * and start time is not.
 *
 * @returns null where there is no such process, or it has ended: in a container, it may stay in the table for ever,
 * because the first process there need not ask how others ended
 */
export async function startTimeOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  const fields = fieldsOf(stat ?? '')
  return fields[0] === 'Z' ? null : (fields[19] ?? null)
}

/** Sends a signal to a process group. Does nothing if the group has ended. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

function parentOf(pid: string): number | null {
  try {
    return Number(fieldsOf(readFileSync(`/proc/${pid}/stat`, 'latin1'))[1])
  } catch {
    // It has ended.
    return null
  }
}

/** The fields from the third on. The second, the name in brackets, may contain anything. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
