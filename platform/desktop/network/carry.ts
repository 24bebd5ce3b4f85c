import { createSocket, type Socket as Datagrams, type RemoteInfo } from 'node:dgram'
import { connect, isIPv6, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

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
  const sockets = new Set<Socket>()
  server.maxConnections = connectionsPerPort
  server.on('connection', inner => {
    const outer = connect({ ...target, noDelay: true, allowHalfOpen: true })
    inner.allowHalfOpen = true
    inner.setNoDelay(true)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from.on('close', () => sockets.delete(from))
      pipeline(from, to, error => error && to.destroy())
    }
  })
  server.on('error', () => undefined)
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
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
