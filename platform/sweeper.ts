import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** Something to delete at intervals. */
export interface Sweep {
  /** What it deletes, for the log. */
  name: string
  run(): Promise<unknown>
}

export interface SweeperOptions {
  sweeps: readonly Sweep[]
  everyMs: number
  clock: Clock
  log: Log
}

/**
 * Runs all sweeps, one after the other, now and again at each interval. While a round still runs, the
 * next one is skipped, so that no two overlap. A sweep that fails is logged, and runs in the next round.
 *
 * @returns ends the schedule
 */
export function startSweeper({ sweeps, everyMs, clock, log }: SweeperOptions): () => void {
  let isRunning = false
  let isOver = false
  let cancel = () => {}

  const round = async () => {
    if (isRunning) return
    isRunning = true
    for (const { name, run } of sweeps) {
      if (isOver) break
      await run().catch(error => log.error({ err: error }, `sweeping ${name}`))
    }
    isRunning = false
  }
  const schedule = () => {
    cancel = clock.after(everyMs, () => {
      schedule()
      void round()
    })
  }
  schedule()
  void round()

  return () => {
    isOver = true
    cancel()
  }
}
