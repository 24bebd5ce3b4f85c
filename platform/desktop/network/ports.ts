import { Socket } from 'node:dgram'
import { Server } from 'node:net'
import { dirname, join } from 'node:path'
import { startProcess } from '../../runtime/start-process.ts'
import { inNetworkOf } from './namespace.ts'

/** A port of a desktop's network. */
export interface InnerPort {
  address: string
  port: number
  transport: 'tcp' | 'udp'
}

const program = join(import.meta.dirname, 'listen.mjs')
const timeoutMs = 10_000

/**
 * Opens ports in the network of a process.
 *
 * @returns what was opened, in the order of the ports, with an error in place of each port that was not
 */
export function openInnerPorts(
  pid: number,
  ports: readonly InnerPort[],
): Promise<(Server | Socket | Error)[]> {
  const [file = '', ...args] = inNetworkOf(pid, [process.execPath, program, String(timeoutMs)])
  return new Promise(resolve => {
    const silent = () => new Error('its network could not be entered')
    const opened: (Server | Socket | Error)[] = ports.map(silent)
    let waiting = ports.length
    const child = startProcess(file, args, {
      env: { PATH: `${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin` },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    child.on('error', () => resolve(opened))
    child.on('message', ({ at, error }: { at: number; error?: string }, handle) => {
      const isPort = handle instanceof Server || handle instanceof Socket
      opened[at] = isPort ? handle : new Error(error ?? 'it was not opened')
      // The child's copies of the sockets would take connections, too.
      if (--waiting === 0) child.kill('SIGKILL')
    })
    child.on('exit', () => resolve(opened))
    child.send(ports, () => undefined)
  })
}
