import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { codeOf } from '../../error-code.ts'
import { EnvironmentStartError } from '../driver.ts'
import { inRandomOrder, type PortRange } from '../port-range.ts'

/**
 * Opens a free port of `host`. It closes connections until the relay has taken it over.
 *
 * @param range default: the system chooses
 * @throws EnvironmentStartError if no port of the range is free
 */
export async function openPort(host: string, range: PortRange | null = null): Promise<Server> {
  if (!range) return listen(host, 0)
  for (const port of inRandomOrder(range)) {
    try {
      return await listen(host, port)
    } catch (error) {
      const code = codeOf(error)
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    }
  }
  throw new EnvironmentStartError(
    `no port from ${range.from} to ${range.to} is free (--environments-ports)`,
  )
}

async function listen(host: string, port: number): Promise<Server> {
  const server = createServer(socket => socket.destroy())
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the port is not open')
  return address.port
}

/** @returns a port that is free now */
export async function freePort(host: string, range: PortRange | null = null): Promise<number> {
  const server = await openPort(host, range)
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}
