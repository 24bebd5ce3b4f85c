import type { Clock } from '../clock.ts'

/** The platform's clock as a clock of XState. Delays may be of any length. */
export function timersOf(clock: Clock) {
  const cancels = new Map<number, () => void>()
  let next = 1
  return {
    setTimeout(fn: (...args: unknown[]) => void, ms: number): number {
      const id = next++
      const fire = () => {
        cancels.delete(id)
        fn()
      }
      cancels.set(id, clock.after(ms, fire))
      return id
    },
    clearTimeout(id: number): void {
      cancels.get(id)?.()
      cancels.delete(id)
    },
  }
}
