import { createSocket, type Socket as Datagrams, type RemoteInfo } from 'node:dgram'
import { connect, isIPv6, type Server } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

/** Where the platform reaches the environment behind a forwarded port. */
export interface Target {
  host: string
  port: number
}

const connectionsPerPort = 128
const flowsPerPort = 64
const flowIdleMs = 60_000

/** Carries connections to the target. @returns a function that ends it */
export function carryConnections(server: Server, target: Target): () => void {
  const sockets = new Set<Duplex>()
  server.maxConnections = connectionsPerPort
  server.on('connection', inner => {
    inner.allowHalfOpen = true
    inner.setNoDelay(true)
    sockets.add(inner)
    carryOne(inner, target, () => sockets.delete(inner))
  })
  server.on('error', () => undefined)
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * Carries one connection to the target.
 *
 * @param onClose called once, when both sides are closed
 */
export function carryOne(inner: Duplex, target: Target, onClose: () => void): void {
  const outer = connect({ ...target, noDelay: true, allowHalfOpen: true })
  let open = 2
  for (const [from, to] of [
    [inner, outer],
    [outer, inner],
  ] as const) {
    from.once('close', () => --open === 0 && onClose())
    pipeline(from, to, error => error && to.destroy())
  }
}

/** Carries datagrams to the target, and its answers back. @returns a function that ends it */
export function carryDatagrams(inner: Datagrams, target: Target): () => void {
  const flows = new Map<string, { outer: Datagrams; end(): void; seen(): void }>()

  function open(name: string, { address, port }: RemoteInfo) {
    const outer = createSocket(isIPv6(target.host) ? 'udp6' : 'udp4')
    const end = () => {
      clearTimeout(idle)
      if (flows.delete(name)) outer.close()
    }
    const idle = setTimeout(end, flowIdleMs).unref()
    outer.on('message', data => {
      idle.refresh()
      inner.send(data, port, address, () => undefined)
    })
    outer.on('error', end)
    const flow = { outer, end, seen: () => void idle.refresh() }
    flows.set(name, flow)
    return flow
  }

  inner.on('message', (data, from) => {
    const name = `${from.address} ${from.port}`
    const [oldest] = flows.values()
    if (!flows.has(name) && flows.size >= flowsPerPort) oldest?.end()
    const flow = flows.get(name) ?? open(name, from)
    flow.seen()
    flow.outer.send(data, target.port, target.host, () => undefined)
  })
  inner.on('error', () => undefined)
  return () => {
    inner.close()
    for (const { end } of [...flows.values()]) end()
  }
}
