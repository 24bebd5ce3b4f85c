import type { Log } from '../../log.ts'
import type { Ending, OnExit } from '../driver.ts'

/** One run of an environment. A restarted environment has its old id, and another run. */
export type Run = symbol

/** The environments that run on an engine, until they are stopped or end by themselves. */
export interface Running {
  begin(id: string): void
  /** It is stopped: its end is not reported. */
  end(id: string): void
  /** The runs of now, by the ids of their environments. */
  runs(): ReadonlyMap<string, Run>
  /**
   * Removes what is left of an environment that ended by itself, and then calls those who watch. If it cannot be
   * removed yet, it counts as running, so that the next look finds it again.
   */
  reportEnd(id: string, run: Run, ending: Ending): Promise<void>
  /** Removes what is left of one that ended before. If that fails, it is logged: the others must not wait for it. */
  removeEnded(id: string): Promise<void>
  /** @returns a function that ends these calls */
  watch(onExit: OnExit): () => void
}

interface RunningOptions {
  /** Removes what is left of an environment. */
  remove: (id: string) => Promise<void>
  log: Log
}

export function createRunning({ remove, log }: RunningOptions): Running {
  const running = new Map<string, Run>()
  const exitListeners = new Set<OnExit>()

  async function tryRemove(id: string): Promise<boolean> {
    try {
      await remove(id)
      return true
    } catch (error) {
      log.warn({ err: error, environment: id }, 'an environment could not be removed yet')
      return false
    }
  }

  return {
    begin: id => void running.set(id, Symbol(id)),
    end: id => void running.delete(id),
    runs: () => new Map(running),

    removeEnded: async id => void (await tryRemove(id)),

    async reportEnd(id, run, { reason, excess }) {
      if (running.get(id) !== run) return
      running.delete(id)
      log.warn({ environment: id, reason }, 'an environment ended by itself')
      if (!(await tryRemove(id))) {
        if (!running.has(id)) running.set(id, run)
        return
      }
      for (const listener of exitListeners) listener(id, { reason, excess })
    },

    watch(onExit) {
      exitListeners.add(onExit)
      return () => void exitListeners.delete(onExit)
    },
  }
}
