import { Socket as Datagrams } from 'node:dgram'
import { isIP } from 'node:net'
import type { Log } from '../../log.ts'
import { carryConnections, carryDatagrams, type Target } from './carry.ts'
import { type InnerPort, openInnerPorts } from './ports.ts'

/** One of the user's own environments, as the user is told it, and where the platform reaches it. */
export interface Way {
  /** An address, or a name, which is the loopback interface in the desktop. */
  ip: string
  port: number
  transport: 'tcp' | 'udp'
  target: Target
}

/** The ways out of one desktop's network. */
export interface Ways {
  /** Opens and closes ways until there are just these. */
  set(ways: readonly Way[]): Promise<void>
  close(): void
}

/** @param pid of a process in the desktop's network */
export function createWays(pid: number, log: Log): Ways {
  const open = new Map<string, () => void>()
  let isClosed = false
  let last: Promise<void> = Promise.resolve()

  async function change(ways: readonly Way[]): Promise<void> {
    const wanted = new Map(ways.map(way => [nameOf(way), way]))
    for (const [name, close] of open) {
      if (wanted.has(name)) continue
      close()
      open.delete(name)
    }
    const added = [...wanted].filter(([name]) => !open.has(name))
    if (added.length === 0 || isClosed) return
    const opened = await openInnerPorts(
      pid,
      added.map(([, way]) => innerPort(way)),
    )
    for (const [at, [name, way]] of added.entries()) {
      const port = opened[at]
      if (port === undefined || port instanceof Error)
        log.warn({ err: port, port: way.port }, 'a desktop has no way to an environment')
      else if (port instanceof Datagrams) open.set(name, carryDatagrams(port, way.target))
      else open.set(name, carryConnections(port, way.target))
    }
    if (isClosed) close()
  }

  function close(): void {
    isClosed = true
    for (const end of open.values()) end()
    open.clear()
  }

  return {
    set(ways) {
      last = last.then(() => change(isClosed ? [] : ways))
      return last
    },
    close,
  }
}

const innerPort = ({ ip, port, transport }: Way): InnerPort => ({
  ...{ address: isIP(ip) ? ip : '127.0.0.1', port, transport },
})

const nameOf = ({ ip, port, transport, target }: Way) =>
  [ip, port, transport, target.host, target.port].join(' ')
