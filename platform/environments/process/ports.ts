import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Opens a free port of `host`. It closes connections until the relay has taken it over. */
export async function openPort(host: string): Promise<Server> {
  const server = createServer(socket => socket.destroy())
  server.listen(0, host)
  await once(server, 'listening')
  return server
}

export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the port is not open')
  return address.port
}

/** @returns a port that is free now */
export async function freePort(host: string): Promise<number> {
  const server = await openPort(host)
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}
