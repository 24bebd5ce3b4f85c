import { createSocket, type Socket as Datagrams, type RemoteInfo } from 'node:dgram'
import { connect, isIPv6, type Server } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { type Clock, realClock } from '../../clock.ts'

/** Where the platform reaches the environment behind a forwarded port. */
export interface Target {
  host: string
  port: number
}

/** Of all ports of one desktop. One that nobody reads keeps half a megabyte in memory, of a container up to 2.5. */
const maxConnections = 128
/** How long a service may be silent after its client has ended, in milliseconds: the client may be gone altogether. */
export const halfOpenMs = 120_000
const flowsPerPort = 64
const flowIdleMs = 60_000

/** How many connections of one desktop are carried now. */
export interface Carried {
  count: number
}

export const isFull = ({ count }: Carried): boolean => count >= maxConnections

/** Carries connections to the target. @returns a function that ends it */
export function carryConnections(server: Server, target: Target, carried: Carried): () => void {
  const sockets = new Set<Duplex>()
  server.on('connection', inner => {
    if (isFull(carried)) return void inner.destroy()
    inner.allowHalfOpen = true
    inner.setNoDelay(true)
    sockets.add(inner)
    carryOne(inner, target, carried, { onClose: () => sockets.delete(inner) })
  })
  server.on('error', () => undefined)
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

interface CarryOptions {
  /** Called once, when both sides are closed. */
  onClose?: () => void
  /** Default: the host's clock. */
  clock?: Pick<Clock, 'monotonic' | 'after'>
}

/** Carries one connection to the target. */
export function carryOne(
  inner: Duplex,
  target: Target,
  carried: Carried,
  { onClose = () => {}, clock = realClock }: CarryOptions = {},
): void {
  carried.count++
  const outer = connect({ ...target, noDelay: true, allowHalfOpen: true })
  inner.once('end', () => destroyWhenSilent(outer, clock))
  let open = 2
  for (const [from, to] of [
    [inner, outer],
    [outer, inner],
  ] as const) {
    from.once('close', () => {
      if (--open > 0) return
      carried.count--
      onClose()
    })
    pipeline(from, to, error => error && to.destroy())
  }
}

function destroyWhenSilent(outer: Duplex, clock: Pick<Clock, 'monotonic' | 'after'>): void {
  let heardAt = clock.monotonic()
  let cancel = () => {}
  const check = () => {
    const left = heardAt + halfOpenMs - clock.monotonic()
    if (left > 0) cancel = clock.after(left, check)
    else outer.destroy()
  }
  outer.on('data', () => {
    heardAt = clock.monotonic()
  })
  outer.once('close', () => cancel())
  check()
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
