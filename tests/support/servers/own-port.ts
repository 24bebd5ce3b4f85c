import { freePort } from '../../../platform/environments/process/ports.ts'

/**
 * A free port for a program that gets its number. The kernel gives connections and servers that name none a port from
 * 32,768 on, so nobody takes this one in the meantime.
 */
export const ownPort = (host = '127.0.0.1'): Promise<number> =>
  freePort(host, { from: 15_000, to: 32_000 })
