import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import type { DesktopSettings } from '../driver.ts'
import { type DesktopConnection, openConnection } from './connection.ts'
import type { DesktopEngine } from './engine.ts'
import { keysOf } from './keys.ts'

interface Running {
  connection: Promise<DesktopConnection>
  settings: DesktopSettings
  end: AbortController
}

/** The shortest time between two connections. */
const reconnectEveryMs = 1000

interface RunningOptions {
  engine: DesktopEngine
  secret: string
  log: Log
}

/** The desktops that run, each with its connection, which is opened again whenever it is lost. */
export function createRunningDesktops({ engine, secret, log }: RunningOptions) {
  const running = new Map<string, Running>()

  function forget(id: string): void {
    const run = running.get(id)
    running.delete(id)
    run?.end.abort()
    run?.connection.then(
      connection => connection.end(),
      () => undefined,
    )
  }

  async function connect(id: string, signal: AbortSignal): Promise<DesktopConnection> {
    const look = await engine.look(id)
    if (look.state === 'ended') throw new ContainerEndedError(look.reason ?? 'it ended at once')
    if (look.state === 'pending') throw new Error(look.reason)
    const keys = keysOf(secret, id)
    return openConnection({ ...look, keys, desktop: id, log, signal })
  }

  function connectionOf(id: string): Promise<DesktopConnection> {
    const run = running.get(id)
    if (!run) return Promise.reject(new Error('the desktop does not run'))
    return run.connection
  }

  /** Opens the connection again whenever it is lost, as long as the desktop runs. */
  async function keep(id: string, run: Running): Promise<void> {
    for (let isLost = false; running.get(id) === run; ) {
      const begun = performance.now()
      try {
        const breach = await (await run.connection).ended
        if (breach !== null && !isLost)
          log.warn({ desktop: id, breach }, 'a desktop broke the rules of SSH, and is left')
        isLost = breach !== null
      } catch (error) {
        if (!isLost && running.get(id) === run)
          log.warn({ desktop: id, err: error }, 'a desktop cannot be reached')
        isLost = true
      }
      // A program on the desktop can end each new connection at once.
      const isShort = performance.now() - begun < reconnectEveryMs
      await delay(isLost || isShort ? reconnectEveryMs : 0, undefined, { ref: false })
      if (running.get(id) !== run) return
      run.connection = connect(id, run.end.signal)
    }
  }

  async function answering(id: string, signal: AbortSignal): Promise<DesktopConnection> {
    for (let last = 'its container does not run'; ; ) {
      if (signal.aborted) throw new Error(last)
      try {
        const connection = await connect(id, signal)
        const said = await connection.run(
          'for i in $(seq 300); do [ ! -e /run/desktop/ready ] || exec echo ready; sleep 0.1; done',
          signal,
        )
        if (said.trim() === 'ready') return connection
        connection.end()
        last = `its display does not answer: ${said}`
      } catch (error) {
        if (error instanceof ContainerEndedError) throw error
        last = messageOf(error)
      }
      await delay(150, undefined, { signal }).catch(() => undefined)
    }
  }

  function add(id: string, connection: DesktopConnection, own: DesktopSettings): void {
    const one = {
      connection: Promise.resolve(connection),
      settings: own,
      end: new AbortController(),
    }
    running.set(id, one)
    void keep(id, one)
  }

  return {
    all: running as ReadonlyMap<string, Running>,
    answering,
    add,
    forget,
    connectionOf,
  }
}

export type RunningDesktops = ReturnType<typeof createRunningDesktops>

/** The container has ended, so waiting longer would not help. */
class ContainerEndedError extends Error {
  override readonly name = 'ContainerEndedError'
}
