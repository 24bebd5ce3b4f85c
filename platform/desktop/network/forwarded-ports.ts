import { Socket as Datagrams } from 'node:dgram'
import { isIP } from 'node:net'
import type { Log } from '../../log.ts'
import { carryConnections, carryDatagrams, type Target } from './carry.ts'
import { type InnerPort, openInnerPorts } from './ports.ts'

/** A port of one of the user's environments. */
export interface ForwardedPort {
  /** What the user sees: an address or a name. In the desktop, the name leads to the loopback interface. */
  ip: string
  port: number
  transport: 'tcp' | 'udp'
  /** Where the platform reaches it. */
  target: Target
  /** It is a host name of this environment alone, by which all such environments share the port of the app. */
  isNamed?: boolean
}

/** The ports in one desktop's network that lead out of it. */
export interface ForwardedPorts {
  /** Opens and closes ports until exactly these are open. */
  set(ports: readonly ForwardedPort[]): Promise<void>
  close(): void
}

/** @param pid of a process in the desktop's network */
export function createForwardedPorts(pid: number, log: Log): ForwardedPorts {
  const open = new Map<string, () => void>()
  const carried = { count: 0 }
  let isClosed = false
  let last: Promise<void> = Promise.resolve()

  async function change(ports: readonly ForwardedPort[]): Promise<void> {
    const wanted = new Map(ports.map(port => [nameOf(port), port]))
    for (const [name, close] of open) {
      if (wanted.has(name)) continue
      close()
      open.delete(name)
    }
    const added = [...wanted].filter(([name]) => !open.has(name))
    if (added.length === 0 || isClosed) return
    const opened = await openInnerPorts(
      pid,
      added.map(([, port]) => innerPort(port)),
    )
    for (const [at, [name, { port, target }]] of added.entries()) {
      const socket = opened[at]
      if (socket === undefined || socket instanceof Error)
        log.warn({ err: socket, port }, 'a port was not forwarded to a desktop')
      else if (socket instanceof Datagrams) open.set(name, carryDatagrams(socket, target))
      else open.set(name, carryConnections(socket, target, carried))
    }
    if (isClosed) close()
  }

  function close(): void {
    isClosed = true
    for (const end of open.values()) end()
    open.clear()
  }

  return {
    set(ports) {
      // One change that fails must not stop all later ones.
      last = last.catch(() => undefined).then(() => change(isClosed ? [] : ports))
      return last
    },
    close,
  }
}

const innerPort = ({ ip, port, transport }: ForwardedPort): InnerPort => ({
  address: isIP(ip) ? ip : '127.0.0.1',
  port,
  transport,
})

/** All names are one address in the desktop. */
const nameOf = (one: ForwardedPort) =>
  [innerPort(one).address, one.port, one.transport, one.target.host, one.target.port].join(' ')
