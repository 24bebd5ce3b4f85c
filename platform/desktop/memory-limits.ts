import { memoryOf } from '../runtime/memory.mjs'

/** What to end: the whole desktop, with the reason, or one program. Null: nothing. */
export type LimitAction =
  | { end: string; code: 'memory' | 'processes' | 'disk' }
  | { kill: number }
  | null

export interface DesktopLimits {
  /** Memory of all its programs together. */
  memoryMb: number
  processes: number
}

/**
 * Ends a desktop with too many processes. If a desktop uses too much memory, ends its largest program, as the
 * kernel does. If it uses more than twice its memory, ends the desktop.
 */
export function checkLimits(pids: readonly number[], limits: DesktopLimits): LimitAction {
  const { memoryMb, processes } = limits
  if (pids.length > processes) {
    return { end: `it ran more than ${processes} processes`, code: 'processes' }
  }
  const used = memoryOf([...pids], memoryMb)
  if (used > 2 * memoryMb) {
    return { end: `it used more than twice its ${memoryMb} MB of memory`, code: 'memory' }
  }
  if (used <= memoryMb) return null
  const sizes = pids.map(pid => ({ pid, mb: memoryOf([pid], 0) }))
  return { kill: sizes.reduce((most, one) => (one.mb > most.mb ? one : most)).pid }
}
