import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDataFolder } from '../platform/test-database.ts'
import { runPlatform } from '../support/servers/run-platform.ts'

/** A bundled platform, otherwise as `npm start` runs it, with its own process, port and data folder. */
export interface RunningPlatform {
  readonly origin: string
  readonly port: number
  readonly pid: number
  readonly dataFolder: string
  /** Ends it as Ctrl-C does; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut does. */
  kill(): Promise<void>
}

/** A platform that another process has started and will end. */
export function runningAt(address: string): RunningPlatform {
  const { origin, port } = new URL(address)
  const notOurs = () => Promise.reject(new Error(`${origin} is not ours to end`))
  return { origin, port: Number(port), pid: 0, dataFolder: '', stop: notOurs, kill: notOurs }
}

export interface StartOptions {
  readonly dataFolder: string
  /** 0: any free port. */
  readonly port?: number
  readonly event?: string
  /** More of what `npm start` takes. */
  readonly options?: readonly string[]
  /**
   * Whether it renders pages, as platforms do by default. A test that waits for what a page shows would then go on
   * before the app is there.
   */
  readonly rendersPages?: boolean
  /** Gets its output in pieces. */
  readonly onOutput?: (text: string) => void
}

export async function spawnPlatform({
  dataFolder,
  port = 0,
  event = 'events/demo',
  options = [],
  rendersPages = false,
  onOutput,
}: StartOptions): Promise<RunningPlatform> {
  await fillDataFolder(dataFolder)
  const { child, ready, output } = runPlatform([
    ...['--port', String(port), '--data', dataFolder, '--event', event],
    ...['--render-pages', rendersPages ? 'on' : 'off'],
    ...options,
  ])
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream.on('data', onOutput)
  const origin = await ready
  const [, listening = origin] = /^\s*listens on\s+(\S+)/m.exec(output()) ?? []
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    const [code] = await exited
    return code as number | null
  }
  return {
    origin,
    port: Number(new URL(listening).port),
    pid: child.pid ?? 0,
    dataFolder,
    stop: () => end('SIGINT'),
    kill: async () => void (await end('SIGKILL')),
  }
}

export const createDataFolder = () => mkdtemp(join(tmpdir(), 'guidon-e2e-'))

export const removeDataFolder = (folder: string) => rm(folder, { recursive: true, force: true })
