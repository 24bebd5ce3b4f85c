import { once } from 'node:events'
import { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Lets a server listen on a free port of this host. @returns the port */
export async function listen(server: Server): Promise<number> {
  // By default it closes a connection after 5 s without a request, on a busy host just when the next request is sent.
  if (server instanceof HttpServer) server.keepAliveTimeout = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
