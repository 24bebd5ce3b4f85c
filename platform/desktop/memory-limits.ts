import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { memoryOf } from '../runtime/memory.mjs'

/** What is to be done about a desktop that takes too much; null: nothing. */
export type Verdict = { end: string } | { kill: number } | null

export interface DesktopBounds {
  /** Of all its programs together. */
  memoryMb: number
  processes: number
}

/**
 * Too many processes end a desktop. Too much memory ends its largest program, as the kernel does on
 * a machine that runs out of it, and only what grows faster than that ends the desktop.
 */
export function judge(pids: readonly number[], { memoryMb, processes }: DesktopBounds): Verdict {
  if (pids.length > processes) return { end: `it ran more than ${processes} processes` }
  const used = memoryOf([...pids], memoryMb)
  if (used > 2 * memoryMb) return { end: `it used more than twice its ${memoryMb} MB of memory` }
  if (used <= memoryMb) return null
  const sizes = pids.map(pid => ({ pid, mb: memoryOf([pid], 0) }))
  return { kill: sizes.reduce((most, one) => (one.mb > most.mb ? one : most)).pid }
}

/** How many processes are read in one go, while nothing is answered. */
const atOnce = 100

/** The processes below each of the leaders, by the machine's table of them. */
export async function familiesOf(leaders: readonly number[]): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>()
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  for (const [at, pid] of pids.entries()) {
    if (at % atOnce === atOnce - 1) await setImmediate()
    const parent = parentOf(pid)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(pid)])
  }
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap(child => [child, ...below(child)])
  return new Map(leaders.map(leader => [leader, below(leader)]))
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in brackets, may hold anything; behind it stand the state and the parent.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // It has ended meanwhile.
    return null
  }
}
