import { setTimeout as delay } from 'node:timers/promises'
import { createSilence } from '../../engine/silence.ts'
import type { Log } from '../../log.ts'
import type { OnExit } from '../driver.ts'
import type { DesktopEngine } from './engine.ts'
import type { RunningDesktops } from './running-desktops.ts'

interface EndedOptions {
  engine: DesktopEngine
  desktops: RunningDesktops
  log: Log
  /** How often ends are looked for, in milliseconds. */
  everyMs: number
}

/** Looks for desktops that have ended by themselves, reports each, and removes its container. */
export function watchEnded({ engine, desktops, log, everyMs }: EndedOptions) {
  const listeners = new Set<OnExit>()
  const silence = createSilence({ log, message: 'the engine of the desktops does not answer' })
  let isClosed = false
  void (async () => {
    while (!isClosed) {
      await delay(everyMs, undefined, { ref: false })
      await silence.until(reportEnded()).catch(silence.report)
    }
  })()

  async function reportEnded(): Promise<void> {
    const before = [...desktops.all]
    if (before.length === 0) return
    const looks = await engine.all()
    for (const [id, run] of before) {
      const look = looks.get(id) ?? { state: 'ended', reason: 'its container is gone' }
      if (look.state !== 'ended' || desktops.all.get(id) !== run) continue
      const { reason, code } = await engine
        .look(id)
        .then(again => (again.state === 'ended' ? again : look))
      desktops.forget(id)
      log.info({ desktop: id, reason }, 'a desktop ended by itself')
      for (const listener of listeners) listener(id, reason, code)
      await engine.remove(id, 0)
    }
  }

  return {
    watch(onExit: OnExit) {
      listeners.add(onExit)
      return () => listeners.delete(onExit)
    },
    close() {
      isClosed = true
    },
  }
}
