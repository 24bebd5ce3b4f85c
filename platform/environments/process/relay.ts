import { spawn } from 'node:child_process'
import type { Server } from 'node:net'
import { dirname, join } from 'node:path'
import type { Ending } from '../driver.ts'

const program = join(import.meta.dirname, 'relay.mjs')
/** A relay only copies bytes: a small heap is enough. */
const smallHeap = ['--max-old-space-size=32', '--max-semi-space-size=1']

/** What a relay runs: the shape of its `run` message. */
export interface Run {
  command: string[]
  /** What the command reads from descriptor 3 on, in base64. */
  inputs: string[]
  /** The working folder, outside of the sandbox. */
  folder: string
  variables: Record<string, string>
  sandboxed: boolean
  memoryMb: number
  processes: number
}

type Message =
  | { type: 'ready' }
  | { type: 'output'; text: string }
  | { type: 'exit'; ending: Ending }

/** One running relay with its service. See relay.mjs. */
export interface Relay {
  /** Sends the open outer ports, by their inner ports, and runs the service. */
  run(ports: Map<number, Server>, run: Run): Promise<void>
  /** Resolves when the service answers on all ports. Never rejects. */
  readonly ready: Promise<void>
  /** Resolves when all of it has ended. Never rejects. */
  readonly ended: Promise<Ending>
  /** The last lines of the service. */
  output(): Promise<string>
  /** Ends the service by SIGTERM, and after `graceMs` by SIGKILL. */
  stop(graceMs: number): Promise<void>
}

/** @param around wraps the relay's command line in a sandbox */
export function spawnRelay(around: (relay: string[]) => string[]): Relay {
  const command = around([process.execPath, ...smallHeap, program])
  // Environments, and how they start, take less of a busy host than calls and sign-ins.
  const child = spawn('nice', ['-n', '10', ...command], {
    // A session of its own, so that a Ctrl-C in the terminal ends the platform only.
    detached: true,
    env: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Ending>()
  let ending: Ending | null = null
  const asking = new Set<(text: string) => void>()
  child.stderr?.on('data', chunk => {
    ending ??= { reason: `its sandbox said: ${String(chunk).trim()}` }
  })
  child.on('message', (message: Message) => {
    if (message.type === 'ready') ready.resolve()
    if (message.type === 'exit') ending = message.ending
    if (message.type !== 'output') return
    for (const answer of asking) answer(message.text)
    asking.clear()
  })
  child.on('error', error =>
    ended.resolve({ reason: `its sandbox could not be run: ${error.message}` }),
  )
  child.on('close', (code, signal) =>
    ended.resolve(ending ?? { reason: `its sandbox ended (${signal ?? `exit code ${code}`})` }),
  )
  /** Resolves when it is sent, cannot be sent, or the relay has ended. */
  const send = (message: object, server?: Server) => {
    const { promise: sent, resolve } = Promise.withResolvers<void>()
    if (child.connected) child.send(message, server, undefined, () => resolve())
    else resolve()
    // When the relay ends, Node drops the messages that wait behind a handle, and calls nobody back.
    return Promise.race([sent, ended.promise])
  }
  return {
    ready: ready.promise,
    ended: ended.promise,
    async run(ports, run) {
      for (const [port, server] of ports) {
        await send({ type: 'port', port }, server)
      }
      await send({ type: 'run', ...run })
    },
    async output() {
      const { promise: said, resolve } = Promise.withResolvers<string>()
      asking.add(resolve)
      await send({ type: 'output' })
      return Promise.race([said, ended.promise.then(({ reason }) => reason)])
    },
    async stop(graceMs) {
      // The relay ends its service. If the relay hangs, its sandbox is killed with all that is in it.
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs + 1000)
      await send({ type: 'stop', graceMs })
      await ended.promise
      clearTimeout(timer)
    },
  }
}
